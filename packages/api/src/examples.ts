import type { Identity } from '@daybook/domain';

/** What the examples of several operations share. */
export const exampleIds = {
  administrator: '0193a6a0-1b00-7a52-9d0e-6f1c2b3a4d01',
  user: '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e',
  session: '0193a6a0-8d2f-7b63-8e1f-7a2d3c4b5e6f',
  ownSession: '0193a6a0-8c00-7b63-8e1f-7a2d3c4b5e60',
  log: '0193a6a0-9e30-7c74-9f20-8b3e4d5c6f70',
  payee: '0193a6a0-af41-7d85-a031-9c4f5e6d7081',
  cheque: '0193a6a0-b052-7e96-b142-ad506f7e8192',
  bill: '0193a6a0-c163-7fa7-8253-be6170809203',
  bankAccount: '0193a6a0-d163-7fb8-9364-cf7281910304',
  chequebook: '0193a6a0-e163-7fc9-a475-d08392a21405',
  balanceReading: '0193a6a0-f163-7fda-b586-e194a3b32506',
  rate: '0193a6a1-0163-7feb-8697-f2a5b4c43607',
  payEntry: '0193a6a1-1163-7ffc-97a8-03b6c5d54708',
  attachment: '0193a6a1-9163-7034-8f10-8b2e4d5f6a5f',
  settlement: '0193a6a1-2163-700d-a8b9-14c7d6e65809',
  calendar: '0193a6a0-d274-70b8-9364-cf7281901314',
  token: '0193a6a1-3163-701e-b9ca-25d8e7f6690a',
  webhook: '0193a6a1-5163-7030-8bdc-47fa09182b1b',
  delivery: '0193a6a1-6163-7031-8ced-58fb1a293c2c',
  ownIdentity: '0193a6a1-7163-7032-8dfe-69ac2b3a4d3c',
  identity: '0193a6a1-7163-7032-8dfe-69ac2b3a4d3d',
  import: '0193a6a1-4163-702f-8acb-36e9f8071a0a',
  factor: '0193a6a1-7163-7032-8dfe-690c2b3a4d3d',
  begunFactor: '0193a6a1-8163-7033-8e0f-7a1d3c4b5e4e',
} as const;

/** Of the log-in link of the user of the examples. */
export const logInLinkToken = '2yQb4tC1xk0m0m5dWlqJbYy6nZb3oYx8n2b1lq0Zt5E';

/** Of who sends the examples. */
export const recoveryCode = 'GEZDG-NBVGY-3TQOJ-QGEZD-GNBVGA';
/** What the provider of single sign-on sends back, and the link that it makes. */
export const providerAnswer = { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'log-in.af0ifjsldkj' };
export const identityOf = (user: string): Identity => ({
  _id: exampleIds.identity,
  user,
  issuer: 'https://login.example.com/realms/company',
  subject: '248289761001',
  createdAt: '2023-12-08T08:30:00.000Z',
  lastUsedAt: null,
});

/** Of a record that no other example refers to. */
export const exampleIdOf = (noun: string) =>
  `0193a6a2-0000-7000-8000-${Array.from(noun.padEnd(6).slice(0, 6), (letter) => letter.charCodeAt(0).toString(16)).join('')}`;

/** Of a record as it was made, and as it is after one change. */
export const created = {
  createdAt: '2023-12-08T08:30:00.000Z',
  updatedAt: '2023-12-08T08:30:00.000Z',
  version: 1,
};
export const updated = { updatedAt: '2023-12-09T10:15:00.000Z', version: 2 };

export const december = { from: '2023-12-01', to: '2023-12-31' };

/** The body that registers the user of the examples. */
export const registration = {
  firstName: 'Grace',
  lastName: 'Hopper',
  username: 'grace',
  password: 'correct horse battery',
  email: 'grace@example.org',
  phoneNumber: '+1 555 123 4567',
};

export const userSummary = {
  _id: exampleIds.user,
  username: 'grace',
  email: 'grace@example.org',
  phoneNumber: '+1 555 123 4567',
  accessLevel: 'User' as const,
  active: true,
  fullName: 'Grace Hopper',
};
export const user = { ...userSummary, firstName: 'Grace', lastName: 'Hopper', ...created };

/** The answer to a log-in of that user. */
export const login = {
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  tokenType: 'Bearer',
  expiresIn: 43200,
  user,
};

const base64url = (text: string) => Buffer.from(text).toString('base64url');
const challenge = 'Zk1rYjJmTnB4c0h3VHU3YQGMSfbgKt8tw-rOxMGOTjxbYq1DpbyUJFf1KrXKtDlQqiVbwnugIjY';
const rawId = 'pQ0Zb8m4yq0YkqJc3n1xYw';
/** Parts of what a browser makes of a passkey. */
export const passkeyExample = {
  challenge,
  userHandle: base64url(exampleIds.administrator),
  credential: { id: rawId, rawId, type: 'public-key' },
  client: {
    clientDataJSON: base64url(
      JSON.stringify({ type: 'webauthn.get', challenge, origin: 'https://daybook.example' }),
    ),
  },
  attestation: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
  assertion: {
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQC2c29tZSBzaWduYXR1cmU',
  },
} as const;
