import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A password: shown on demand, also by keyboard; says where Caps Lock is on. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  const [shown, { toggle }] = useDisclosure();
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const visible = props.visible ?? shown;
  return (
    <div>
      <PasswordInput
        visible={visible}
        onVisibilityChange={toggle}
        visibilityToggleButtonProps={{
          'aria-label': t(visible ? 'password.hide' : 'password.show'),
          tabIndex: 0,
        }}
        dir="ltr"
        {...props}
        onKeyDown={watch}
        onKeyUp={watch}
      />
      <Text size="xs" mt={4} role="status" display={capsLock ? undefined : 'none'}>
        {capsLock && t('password.capsLock')}
      </Text>
    </div>
  );
}
