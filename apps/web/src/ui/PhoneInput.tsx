import { Anchor } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFormat } from '../lib/format.ts';
import { usePreferences } from '../lib/preferences.ts';
import { bare, mailLink, phoneLink } from '../lib/text.ts';
import { NormalisingInput, type TypedProps } from './fields.tsx';

// Apart, since it is 25 kB and few forms have such a field; without a network a number stays as it was typed.
const load = () => import('../lib/phones.ts').catch(() => undefined);

/** A phone number, typed as people dial it where they are; what is stored stands in the field once it is left. */
export function PhoneInput({ value = '', onChange, onFocus, onBlur, ...props }: TypedProps) {
  const { locale } = useFormat();
  const { timeZone } = usePreferences();
  const [phones, setPhones] = useState<Awaited<ReturnType<typeof load>>>();
  const country = useMemo(() => phones?.countryOf(timeZone, locale), [phones, timeZone, locale]);
  return (
    <NormalisingInput
      type="tel"
      value={value}
      onChange={onChange}
      normalise={(typed) => phones?.toInternational(typed, country) ?? bare(typed)}
      onFocus={(event) => {
        void load().then(setPhones);
        onFocus?.(event);
      }}
      onBlur={async () => {
        onBlur?.();
        if (phones) return;
        // Left before it came.
        const late = await load();
        const number = late?.toInternational(value, late.countryOf(timeZone, locale));
        if (number !== undefined && number !== value) onChange?.(number);
      }}
      {...props}
    />
  );
}

interface Contact {
  readonly children: string;
}

/** A number to call. */
export function Phone({ children }: Contact) {
  const link = phoneLink(children);
  if (!link) return children;
  return (
    <Anchor href={link} className="ltr number" inherit>
      {children}
    </Anchor>
  );
}

/** An address to write to. */
export function Mail({ children }: Contact) {
  if (!children) return null;
  return (
    <Anchor href={mailLink(children)} className="ltr" inherit>
      {children}
    </Anchor>
  );
}
