import { ActionIcon, Code, Popover, Table, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../ui/FilterBar.tsx';

interface Props {
  readonly value: string | undefined;
  readonly onChange: (pattern: string | undefined) => void;
  /** Why the pattern is refused; shown under the filters, by the element of this id. */
  readonly refusal: string | undefined;
}

export const refusalId = 'pattern-refusal';

const examples = ['begins', 'ends', 'either', 'letter', 'word', 'length'] as const;

/** A regular expression on the full name, with examples to try. */
export function PatternInput({ value, onChange, refusal }: Props) {
  const { t } = useTranslation('users');
  return (
    <SearchInput
      label={t('search')}
      value={value}
      onChange={onChange}
      error={refusal !== undefined}
      aria-describedby={refusal && refusalId}
      leftSection={<Help onTry={onChange} />}
      w={{ base: '100%', xs: 320 }}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
    />
  );
}

function Help({ onTry }: { readonly onTry: (pattern: string) => void }) {
  const { t } = useTranslation('users');
  const [opened, { toggle, close }] = useDisclosure();
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      width={330}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon variant="subtle" size={24} aria-label={t('help.title')} onClick={toggle}>
          <IconHelp size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('help.title')}>
        <Text size="sm" mb="xs">
          {t('help.text')}
        </Text>
        <Table fz="sm" verticalSpacing={2} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={120}>{t('help.pattern')}</Table.Th>
              <Table.Th>{t('help.finds')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {examples.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <UnstyledButton
                    aria-label={t('help.try', { pattern: t(`help.${name}`) })}
                    onClick={() => {
                      onTry(t(`help.${name}`));
                      close();
                    }}
                  >
                    <Code dir="ltr">{t(`help.${name}`)}</Code>
                  </UnstyledButton>
                </Table.Td>
                <Table.Td>{t(`help.${name}Finds`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="xs" c="dimmed" mt="xs">
          {t('help.limits')}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
