import {
  DomainError,
  type Identity,
  type Login,
  type ProviderAnswer,
  type ProviderLogIn,
} from '@daybook/domain';
import { identities, type Scope } from '@daybook/domain/server';
import { z } from 'zod';
import type { Context, SingleSignOn } from '../context.ts';
import { deviceOf, openSession } from './login.ts';
import { isFirstUse } from './once.ts';
import { requirePasskeyOf } from './passkeys.ts';
import { requireCode } from './second-factor.ts';
import { throttled } from './throttle.ts';

/** Seconds that somebody has at the provider. */
const lifetime = 10 * 60;
/** What the sealed cookie is for. */
const sealedFor = 'single sign-on';

/** What the cookie keeps of a browser that was sent to the provider. */
const Flow = z.object({
  /** Seconds. */
  expires: z.number(),
  /** The session that links an account; absent: of a log-in. */
  session: z.string().optional(),
  redirectUri: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Who the provider says it is, where a second factor is still missing. */
  proof: z.object({ subject: z.string(), hasSeveralFactors: z.boolean() }).optional(),
});
type Flow = z.output<typeof Flow>;

const now = () => Math.floor(Date.now() / 1000);

/** @throws NOT_FOUND */
export function providerOf({ sso }: Pick<Context, 'sso'>): SingleSignOn {
  if (sso) return sso;
  throw new DomainError('NOT_FOUND', 'There is no single sign-on here: the operator can set it up.');
}

const keep = ({ cookies, tokens }: Pick<Context, 'cookies' | 'tokens'>, flow: Flow) =>
  cookies.setProviderFlow(tokens.seal(JSON.stringify(flow), sealedFor), flow.expires - now());

/** Where the browser goes. @throws NOT_FOUND, UNAVAILABLE */
export async function beginAtProvider(ctx: Context, session?: string): Promise<{ url: string }> {
  const purpose = session === undefined ? 'log-in' : 'link';
  const { url, checks } = await providerOf(ctx).begin(ctx.publicUrl('/app/sso'), purpose);
  keep(ctx, { ...checks, expires: now() + lifetime, ...(session !== undefined && { session }) });
  return { url };
}

const failed = ({ name }: SingleSignOn) =>
  new DomainError('SSO_FAILED', `The log-in with ${name} did not succeed, or took too long: begin again.`);

/** What this browser was sent to the provider with. @throws FORBIDDEN where another site's page asks; SSO_FAILED */
function flowOf({ cookies, tokens }: Context, provider: SingleSignOn, session: string | undefined): Flow {
  const sealed = cookies.providerFlow();
  const opened = sealed === undefined ? undefined : tokens.open(sealed, sealedFor);
  const flow = opened === undefined ? undefined : Flow.parse(JSON.parse(opened));
  if (flow && flow.expires > now() && flow.session === session) return flow;
  throw failed(provider);
}

/** Who the provider says it is. @throws SSO_FAILED, TOO_MANY_REQUESTS, UNAVAILABLE */
async function proofOf(ctx: Context, provider: SingleSignOn, flow: Flow, answer: ProviderAnswer) {
  if (flow.proof && flow.state === answer.state) return flow.proof;
  // Another answer needs another beginning.
  ctx.cookies.clearProviderFlow();
  let failure: unknown;
  const proof = await throttled(ctx, `sso ${flow.state}`, () =>
    provider.finish(answer, flow).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'SSO_FAILED')) throw error;
      failure = error;
      return undefined;
    }),
  );
  if (!proof) throw failure;
  return proof;
}

/**
 * Logs in whose account is linked to what the provider says. Where it does not tell of several factors, an account with a second
 * factor needs its code or a passkey as well, which may come later.
 * @throws SSO_FAILED, SSO_UNKNOWN, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, PASSKEY_INVALID, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function logInWithProvider(
  ctx: Context,
  { secondFactor, passkey, ...sent }: ProviderLogIn,
): Promise<Login> {
  const provider = providerOf(ctx);
  const flow = flowOf(ctx, provider, undefined);
  const proof = await proofOf(ctx, provider, flow, sent);
  const identity = { issuer: provider.issuer, subject: proof.subject };
  const unknown = () =>
    new DomainError(
      'SSO_UNKNOWN',
      `Your account at ${provider.name} is linked to no active account here: link it in your settings, or ask an Administrator to.`,
    );
  const account = await identities.account(ctx.db, identity);
  if (!account) throw unknown();
  ctx.identify(account._id);
  const device = await deviceOf(ctx, account.username);
  if (!proof.hasSeveralFactors) keep(ctx, { ...flow, proof });
  const known = device.isKnown ? device.hash : undefined;
  const usesPasskey = passkey !== undefined && !proof.hasSeveralFactors;
  if (usesPasskey) await requirePasskeyOf(ctx, account._id, passkey, known);
  const hasSecondFactor =
    usesPasskey || proof.hasSeveralFactors || (await requireCode(ctx, account._id, secondFactor, known));
  // Whoever has a copy of the cookie begins again.
  if (!(await isFirstUse(ctx, `sso:${flow.state}`, 2 * lifetime))) throw failed(provider);
  if (!(await identities.use(ctx.db, identity))) throw unknown();
  const login = await openSession(ctx, account, device, { hasSecondFactor });
  ctx.cookies.clearProviderFlow();
  if (!login) throw unknown();
  return login;
}

/**
 * Links the caller's account to the one at the provider that they have logged in to.
 * @throws SSO_FAILED, IDENTITY_TAKEN, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function linkOwn(
  ctx: Context & { readonly scope: Scope },
  answer: ProviderAnswer,
): Promise<Identity> {
  const provider = providerOf(ctx);
  const flow = flowOf(ctx, provider, ctx.scope.actor.sessionId);
  const { subject } = await proofOf(ctx, provider, flow, answer);
  return identities.linkOwn(ctx.scope, { issuer: provider.issuer, subject });
}
