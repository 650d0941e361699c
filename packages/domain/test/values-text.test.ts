import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Email,
  optionalText,
  orEmpty,
  Password,
  Phone,
  PhoneOrStored,
  requiredText,
  TypedPassword,
  text,
  Username,
  usernameKey,
} from '../src/values/text.ts';
import { notText, read, refuses } from './reading.ts';

const anyText = fc.string({ unit: 'binary' });
const storable = anyText.filter((value) => !value.includes('\0'));
const unstorable = ['a\0', '\0', 'a\ud800', '\udc00a', '\ude00\ud83d'];
const count = (value: string) => [...value].length;

describe('text', () => {
  it('is stored trimmed and in NFC, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(storable, (typed) => {
        const stored = read(text(10_000), typed);
        expect(stored).toBe(stored.trim().normalize('NFC'));
        expect(stored.normalize('NFD')).toBe(typed.trim().normalize('NFD'));
        expect(read(text(10_000), stored)).toBe(stored);
        expect(read(text(10_000), typed.normalize('NFD'))).toBe(stored);
      }),
    );
  });

  it.each([
    ['emoji', '😀'],
    ['CJK outside the basic plane', '𠀋'],
    ['decomposed letters', 'e\u0301'],
    ['Arabic', 'ع'],
    ['a noncharacter', '\uffff'],
    ['a mark of direction', '\u200f'],
  ])('counts %s as one character each', (_, unit) => {
    expect(read(requiredText(100), unit.repeat(100))).toBe(unit.repeat(100).normalize('NFC'));
    refuses(requiredText(100), unit.repeat(101));
    expect(read(requiredText(100), `  ${unit.repeat(100)}\n`)).toBe(unit.repeat(100).normalize('NFC'));
  });

  it('is refused when required and empty, and is empty when optional and null', () => {
    for (const typed of ['', ' ', '\t\n', '\u3000\u00a0', '\ufeff']) {
      refuses(requiredText(100), typed);
      expect(read(optionalText(100), typed)).toBe('');
    }
    expect(read(optionalText(100), null)).toBe('');
    refuses(requiredText(100), null);
  });

  it.each(unstorable)('refuses %j, which the database would fail on or change', (typed) => {
    for (const schema of [text(10), optionalText(10), Email, Phone, Username, Password, TypedPassword])
      refuses(schema, typed);
  });

  it.each(notText)('refuses %j', (sent) => {
    for (const schema of [text(10), requiredText(10), Email, Phone, Username, Password, TypedPassword])
      refuses(schema, sent);
  });
});

describe('usernames', () => {
  it.each([
    ['other case', 'Ada', 'aDA'],
    ['full width', 'ada', 'ＡＤＡ'],
    ['ligatures', 'ﬁona', 'FIONA'],
    ['composed or not', 'José', 'jose\u0301'],
    ['spaces around', ' ada\u3000', 'ada'],
    ['zero-width characters', 'a\u200bd\u200da\ufeff', 'ada'],
    ['a zero-width character before a space', '\u200b ada', 'ada'],
    ['a zero-width character after a space', 'ada \u200b', 'ada'],
    ['marks of direction', '\u202eada', 'ada'],
    ['a soft hyphen', 'ad\u00ada', 'ada'],
    ['fillers that show nothing', 'ada\u3164\u115f\u034f', 'ada'],
    ['German sharp s in capitals', 'straße', 'STRASSE'],
    ['Greek final sigma', 'ΟΔΟΣ', 'οδοσ'],
    ['Turkish dotted I', 'İrem', 'i̇rem'],
    ['the Kelvin sign', '\u212aelvin', 'kelvin'],
    ['Arabic forms of presentation', '\ufefb', 'لا'],
  ])('are the same in %s', (_, one, other) => {
    expect(usernameKey(one)).toBe(usernameKey(other));
  });

  it.each([
    ['ada', 'ida'],
    ['ada', 'ad a'],
    ['ada', 'a.da'],
    ['علي', 'على'],
    ['jose', 'josé'],
  ])('%s and %s are two', (one, other) => expect(usernameKey(one)).not.toBe(usernameKey(other)));

  it('have one key in any case and form, for every letter there is', () => {
    const wrong: string[] = [];
    for (let point = 1; point <= 0x10ffff; point++) {
      const name = `a${String.fromCodePoint(point)}b`;
      if (!/[\p{L}\p{M}\p{N}\p{S}]/u.test(name.slice(1, -1))) continue;
      const key = usernameKey(name);
      const others = [
        key,
        name.toUpperCase(),
        name.toLowerCase(),
        name.normalize('NFD'),
        name.normalize('NFKC'),
      ];
      if (others.some((other) => usernameKey(other) !== key)) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('have a key that is trimmed, shows something, and is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }), (typed) => {
        const { data } = Username.safeParse(typed);
        fc.pre(data !== undefined);
        const key = usernameKey(data ?? '');
        expect(key).toBe(key.trim());
        expect(key).not.toBe('');
        expect(usernameKey(key)).toBe(key);
        expect(usernameKey(typed)).toBe(key);
      }),
    );
  });

  it('are stored as typed', () => {
    for (const typed of [
      'Ada Lovelace',
      'ＡＤＡ',
      'e\u0301',
      'آدا',
      '名前',
      '😀',
      'a'.repeat(64),
      '😀'.repeat(64),
    ])
      expect(read(Username, ` ${typed} `)).toBe(typed);
  });

  it.each([
    ...[
      '',
      ' ',
      '\u200b',
      '\ufeff',
      '\u3164',
      'a\nb',
      'a\tb',
      'a\u0000b',
      'a\u007fb',
      'a\u0085b',
      'a\u2028b',
      'a\u2029b',
    ],
    ...['a'.repeat(65), '😀'.repeat(65)],
  ])('are not %j', (typed) => refuses(Username, typed));
});

describe('passwords', () => {
  it('are 8 to 128 code points of any kind', () => {
    for (const unit of ['a', ' ', '😀', 'پ', '漢', '\u0301']) {
      expect(count(read(Password, unit.repeat(8)))).toBe(8);
      expect(count(read(Password, unit.repeat(128)))).toBe(128);
      refuses(Password, unit.repeat(7));
      refuses(Password, unit.repeat(129));
    }
  });

  it('are kept whole: nothing is trimmed, cut off or put into another case', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 128 }), (typed) => {
        expect(read(Password, typed)).toBe(typed);
        expect(read(TypedPassword, typed)).toBe(typed);
      }),
    );
  });

  it('are the same in every normal form, when chosen and when typed', () => {
    fc.assert(
      fc.property(storable, (typed) => {
        const chosen = read(TypedPassword, typed);
        expect(chosen).toBe(typed.normalize('NFKC'));
        expect(read(TypedPassword, typed.normalize('NFD'))).toBe(chosen);
        const { data } = Password.safeParse(typed);
        if (data !== undefined) expect(data).toBe(chosen);
      }),
    );
  });

  it('are typed at any length that can have been chosen', () => {
    expect(read(TypedPassword, '')).toBe('');
    expect(read(TypedPassword, '😀'.repeat(128))).toBe('😀'.repeat(128));
    expect(read(TypedPassword, '😀'.repeat(1024))).toBe('😀'.repeat(1024));
    refuses(TypedPassword, 'a'.repeat(1025));
    refuses(TypedPassword, 'a'.repeat(100_000));
  });
});

describe('phone numbers of payees', () => {
  it.each([
    ['', ''],
    [' ', ''],
    ['+15551234567', '+15551234567'],
    ['+1 (555) 123-4567', '+15551234567'],
    ['+9725 1234‑5678', '+972512345678'],
    ['\u200e+15551234567\u200f', '+15551234567'],
    ['+[44] 20–7946—0000', '+442079460000'],
    ['+1555.123.4567', '+15551234567'],
    ['+49 30/1234567', '+49301234567'],
    ['+39 (06) 1234567', '+39061234567'],
    ['+123456', '+123456'],
    ['+123456789012345', '+123456789012345'],
  ])('reads %j as %j', (typed, stored) => expect(read(Phone, typed)).toBe(stored));

  it.each([
    ...[
      '15551234567',
      '0015551234567',
      '+12345',
      '+1234567890123456',
      `+${'1'.repeat(40)}`,
      '+1555CALL',
      '++15551234',
    ],
    ...['+', '+0441234567', '+(0)1234567', '+٩٧٢٥١٢٣٤٥٦٧', '+１５５５１２３４５６', 'tel:+15551234567'],
  ])('refuses %j', (typed) => refuses(Phone, typed));

  it.each(['+44 (0)20 7946 0018', '+44(0)2079460018', '+44 [ 0 ] 20 7946', '+44 (\u200e0\u200f) 20 7946'])(
    'says of %j that (0) is to be left out, also where a number is stored',
    (typed) => {
      for (const schema of [Phone, PhoneOrStored])
        expect(schema.safeParse(typed).error?.issues).toMatchObject([
          { params: { code: 'phone_zero_in_brackets' } },
        ]);
    },
  );

  it('may begin with 0 in a change, where it may be the stored one', () => {
    expect(read(PhoneOrStored, '+0 44-1234567')).toBe('+0441234567');
    refuses(PhoneOrStored, '+01234');
  });

  it('is empty for null', () => expect(read(orEmpty(Phone), null)).toBe(''));
});

describe('e-mail addresses', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    [' ada@example.org ', 'ada@example.org'],
    ['a+b@example.co.uk', 'a+b@example.co.uk'],
    ['josé@exämple.org', 'josé@exämple.org'],
    ['علي@مثال.إختبار', 'علي@مثال.إختبار'],
    ['a?bcc=x%40y&body=z@corp.example', 'a?bcc=x%40y&body=z@corp.example'],
    ["!#$%&'*+/=?^_`{|}~-.@[IPv6:2001:db8::1]", "!#$%&'*+/=?^_`{|}~-.@[IPv6:2001:db8::1]"],
    [`a@${'b'.repeat(252)}`, `a@${'b'.repeat(252)}`],
  ])('reads %j as %j', (typed, stored) => expect(read(Email, typed)).toBe(stored));

  it.each([
    ...[
      'x',
      'a@b c',
      '@example.org',
      'a@',
      'a b@example.org',
      'a@@b',
      'a@b@c',
      `${'a'.repeat(320)}@example.org`,
    ],
    ...[`a@${'b'.repeat(253)}`, 'a@b\nBcc: c@d'],
    ...[
      'a,b@example.org',
      'a@b,c',
      'a@b;c',
      'Ada <ada@example.org>',
      'a<b@example.org',
      'a\u0007@b',
      'a:b@example.org',
    ],
  ])('refuses %j', (typed) => refuses(Email, typed));

  it('is empty for null', () => expect(read(orEmpty(Email), null)).toBe(''));
});
