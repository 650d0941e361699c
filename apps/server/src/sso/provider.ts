import type { SingleSignOn } from '@daybook/api';
import { DomainError, IdentityCreate, type Role } from '@daybook/domain';
import type { Configuration, CustomFetch } from 'openid-client';

/** What the operator says of the provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly only: readonly Role[];
}

const timeoutSeconds = 5;
/** Bytes of an answer: keys of a provider are some KiB. */
const MAX_ANSWER = 256 * 1024;
/** Requests that wait for the provider at a time: one that stands still does not take the places of others. */
const MAX_WAITING = 8;

const knowledge = ['pwd', 'pin', 'kba'];
const possession = ['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'pop'];
const inherence = ['fpt', 'face', 'iris', 'retina', 'vbm'];
const severalFactors = [
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
];

/** Whether the claims say that more than one kind of factor was used (RFC 8176). */
export function hasSeveralFactors({ acr, amr }: Readonly<Record<string, unknown>>): boolean {
  const used = Array.isArray(amr) ? amr : [];
  const kinds = [knowledge, possession, inherence].filter((kind) => kind.some((one) => used.includes(one)));
  return used.includes('mfa') || kinds.length > 1 || severalFactors.some((one) => one === acr);
}

const failed = (name: string, cause: unknown) =>
  new DomainError('SSO_FAILED', `The log-in with ${name} did not succeed: begin again.`, { cause });
const away = (name: string, cause?: unknown) =>
  new DomainError('UNAVAILABLE', `${name} does not answer as it should just now: try again later.`, {
    retryAfter: timeoutSeconds,
    cause,
  });

const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, { ...options, body: options.body ?? null });
  let left = MAX_ANSWER;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, answer) {
      left -= part.byteLength;
      if (left < 0) throw new Error(`The answer has more than ${MAX_ANSWER} bytes.`);
      answer.enqueue(part);
    },
  });
  return new Response(response.body?.pipeThrough(bound), response);
};

/** Said by the library where it is the provider that is at fault, or does not accept the service. */
const ofProvider =
  /^OAUTH_(TIMEOUT|ABORT|RESPONSE_IS_NOT_(CONFORM|JSON)|HTTP_REQUEST_FORBIDDEN|PARSE_ERROR|MISSING_SERVER_METADATA)/;

/** The provider of single sign-on, by OpenID Connect. It is asked nothing before somebody uses it. */
export function createProvider({
  issuer,
  clientId,
  clientSecret,
  name,
  only,
}: ProviderSettings): SingleSignOn {
  const library = () => import('openid-client');
  let discovered: Promise<Configuration> | undefined;
  let waiting = 0;

  async function discover(): Promise<Configuration> {
    const {
      allowInsecureRequests,
      ClientSecretBasic,
      ClientSecretPost,
      customFetch,
      discovery,
      enableNonRepudiationChecks,
    } = await library();
    const [post, basic] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)];
    return discovery(
      new URL(issuer),
      clientId,
      undefined,
      (server, ...rest) =>
        // Providers that say nothing of it take the latter.
        (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(
          server,
          ...rest,
        ),
      {
        timeout: timeoutSeconds,
        [customFetch]: boundedFetch,
        execute: [
          // Signatures are compared, though the answer comes over TLS.
          enableNonRepudiationChecks,
          // Of this machine alone: apps/server/src/env-values.ts.
          ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
        ],
      },
    );
  }

  /** @throws UNAVAILABLE, SSO_FAILED */
  async function ask<T>(question: (configuration: Configuration) => Promise<T> | T): Promise<T> {
    if (waiting >= MAX_WAITING) throw away(name);
    waiting += 1;
    try {
      discovered ??= discover();
      const configuration = await discovered.catch((cause) => {
        discovered = undefined;
        throw away(name, cause);
      });
      return await question(configuration);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw await explained(error);
    } finally {
      waiting -= 1;
    }
  }

  async function explained(error: unknown): Promise<DomainError> {
    const { AuthorizationResponseError, ClientError, ResponseBodyError } = await library();
    if (error instanceof AuthorizationResponseError) return failed(name, error);
    if (error instanceof ResponseBodyError)
      return error.error === 'invalid_grant' ? failed(name, error) : away(name, error);
    if (error instanceof ClientError && !ofProvider.test(String(error.code))) return failed(name, error);
    return away(name, error);
  }

  return {
    name,
    issuer,
    only,
    begin: (redirectUri, purpose) =>
      ask(async (configuration) => {
        const client = await library();
        const verifier = client.randomPKCECodeVerifier();
        const state = `${purpose}.${client.randomState()}`;
        const nonce = client.randomNonce();
        const { claims_parameter_supported: mayAskClaims } = configuration.serverMetadata();
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(mayAskClaims && { claims: JSON.stringify({ id_token: { acr: null, amr: null } }) }),
        });
        return { url: url.href, checks: { redirectUri, state, nonce, verifier } };
      }),
    finish: (answer, { redirectUri, state, nonce, verifier }) =>
      ask(async (configuration) => {
        const { authorizationCodeGrant } = await library();
        const url = new URL(redirectUri);
        for (const [parameter, value] of Object.entries(answer))
          if (value !== undefined) url.searchParams.set(parameter, value);
        const granted = await authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = granted.claims();
        if (!claims) throw failed(name, new Error('There is no ID token.'));
        // As the database keeps it, and as an Administrator types it: what differs is never the same account.
        if (IdentityCreate.shape.subject.safeParse(claims.sub).data !== claims.sub)
          throw failed(name, new Error('The `sub` is no text of 1 to 255 characters.'));
        return { subject: claims.sub, hasSeveralFactors: hasSeveralFactors(claims) };
      }),
  };
}
