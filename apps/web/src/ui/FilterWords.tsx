import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';

interface Words {
  readonly label: string;
  readonly value: string;
}

/** On paper, in the place of the fields: what each of them is called and says. */
export function FilterWords() {
  const { t } = useTranslation();
  const [words, setWords] = useState<readonly Words[]>([]);
  const all = t('all');
  useEffect(() => {
    const read = () => flushSync(() => setWords(wordsOf(all)));
    window.addEventListener('beforeprint', read);
    return () => window.removeEventListener('beforeprint', read);
  }, [all]);
  if (words.length === 0) return null;
  return (
    <p className="print-only">
      {words.map(({ label, value }) => (
        <span key={label} className="print-filter">
          {label}: <bdi>{value}</bdi>
        </span>
      ))}
    </p>
  );
}

/** Read from the fields themselves, which know their names and what was chosen by its name. */
function wordsOf(all: string): Words[] {
  return [...document.querySelectorAll('[data-filters] .mantine-InputWrapper-root')]
    .map((field) => {
      const pills = [...field.querySelectorAll('.mantine-Pill-label')].map(({ textContent }) => textContent);
      const typed = field.querySelector('input')?.value ?? '';
      return {
        label: field.querySelector('.mantine-InputWrapper-label')?.textContent ?? '',
        value: pills.join(', ') || typed,
      };
    })
    .filter(({ label, value }) => label !== '' && value !== '' && value !== all);
}
