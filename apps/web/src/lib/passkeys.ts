import type { Inputs, Outputs } from '@daybook/client';

/** Whether this browser has passkeys, and reads what the service says of them. None has without TLS, or for an address instead of a name. */
export const hasPasskeys =
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^\[|^[\d.]+$/.test(location.hostname);

/** Whether it offers them among the suggestions of a field with `autocomplete="webauthn"`. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  hasPasskeys && (await PublicKeyCredential.isConditionalMediationAvailable?.());

/** Nobody chose one: the dialog was closed, or the page asked anew. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);

const answer = (credential: Credential | null) => {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new DOMException('', 'NotAllowedError');
};

export async function newPasskey(options: Outputs['auth']['passkeyOptions']) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return answer(
    await navigator.credentials.create({ publicKey }),
  ) as Inputs['auth']['addPasskey']['response'];
}

/** @param more `mediation: 'conditional'`: as a suggestion in the form, not as a dialog */
export async function askForPasskey(
  challenge: Outputs['auth']['passkeyChallenge'],
  more: Pick<CredentialRequestOptions, 'mediation' | 'signal'>,
) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(challenge);
  return answer(
    await navigator.credentials.get({ publicKey, ...more }),
  ) as Inputs['auth']['passkeyLogIn']['response'];
}
