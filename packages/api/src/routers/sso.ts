import {
  administrators,
  everyone,
  Id,
  Identity,
  IdentityCreate,
  Login,
  ProviderAnswer,
  ProviderLogIn,
  Removed,
} from '@daybook/domain';
import { identities, users } from '@daybook/domain/server';
import { z } from 'zod';
import { beginAtProvider, linkOwn, logInWithProvider, providerOf } from '../auth/sso.ts';
import { exampleIds, identityOf, login, providerAnswer } from '../examples.ts';
import { operations, own } from '../trpc.ts';

const { operation, openOperation } = operations({
  tag: { name: 'Single sign-on', description: 'Logging in at a provider of OpenID Connect' },
  bulkhead: 'users',
  tokens: 'never',
});

const providerPage = {
  url: 'https://login.example.com/realms/company/authorize?client_id=daybook&response_type=code&scope=openid',
};
const linked = identityOf(exampleIds.administrator);
const Identities = z.object({ identities: z.array(Identity) }).meta({ id: 'Identities' });
const ProviderPage = z
  .object({ url: z.string().meta({ description: 'The page of the provider, which the browser opens' }) })
  .meta({ id: 'ProviderPage' });
const parameters = { userID: exampleIds.user };

/** Part of `auth`. */
export const singleSignOn = {
  methods: openOperation({
    rest: 'GET /auth/methods',
    addition: true,
    access: 'open',
    summary: 'How one can log in besides with a password',
    description: '`sso` is the provider of single sign-on, or null.',
    example: { data: { sso: { name: 'Company', issuer: linked.issuer } } },
  })
    .output(
      z
        .object({
          sso: z
            .object({
              name: z.string().meta({ description: 'As people call the provider' }),
              issuer: z.string().meta({ description: 'Address of the provider' }),
            })
            .nullable(),
        })
        .meta({ id: 'LogInMethods' }),
    )
    .query(({ ctx: { sso } }) => ({ sso: sso ? { name: sso.name, issuer: sso.issuer } : null })),

  beginSso: openOperation({
    rest: 'POST /auth/sso',
    addition: true,
    access: 'open',
    summary: 'Begin a log-in by single sign-on',
    description:
      'For browsers: sets an httpOnly cookie for 10 minutes, and answers the page of the provider (OpenID Connect), which sends the browser back to `/app/sso` with what POST /auth/sso/log-in takes. 404 where there is no single sign-on.',
    setsCookies: true,
    errors: ['NOT_FOUND'],
    example: { data: providerPage },
  })
    .output(ProviderPage)
    .mutation(({ ctx }) => beginAtProvider(ctx)),

  ssoLogIn: openOperation({
    rest: 'POST /auth/sso/log-in',
    addition: true,
    access: 'open',
    summary: 'Log in with what the provider sent back',
    description:
      'As POST /auth, with the cookie of POST /auth/sso in the place of a password. The account at the provider has to be linked to an active one here, by its `sub` alone: nobody is registered. Where the provider does not say that several factors were used, whoever has a second factor sends the same again with `secondFactor` or `passkey`.',
    setsCookies: true,
    // As for log-ins: many guesses in one request would look like one request.
    batch: false,
    errors: [
      'SSO_FAILED',
      'SSO_UNKNOWN',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'PASSKEY_INVALID',
      'NOT_FOUND',
      'FORBIDDEN',
      'TOO_MANY_REQUESTS',
    ],
    example: { body: providerAnswer, data: login },
  })
    .input(ProviderLogIn)
    .output(Login)
    .mutation(({ ctx, input }) => logInWithProvider(ctx, input)),

  identities: operation({
    rest: 'GET /auth/identities',
    addition: true,
    access: everyone,
    summary: 'List my links to providers of single sign-on',
    description: 'Those that nobody has ended, the newest first; one for each provider at the most.',
    example: { data: { identities: [linked] } },
  })
    .output(Identities)
    .query(async ({ ctx: { scope } }) => ({ identities: await identities.list(scope, scope.actor.id) })),

  beginLink: operation({
    rest: 'POST /auth/identities/begin',
    addition: true,
    access: everyone,
    fresh: true,
    summary: 'Begin to link my account to the provider',
    description:
      'As POST /auth/sso; what the provider sends back is for POST /auth/identities, in the same session.',
    setsCookies: true,
    errors: ['NOT_FOUND'],
    example: { data: providerPage },
  })
    .output(ProviderPage)
    .mutation(({ ctx }) => beginAtProvider(ctx, ctx.principal.sessionId)),

  linkIdentity: operation({
    rest: 'POST /auth/identities',
    addition: true,
    access: everyone,
    fresh: true,
    summary: 'Link my account with what the provider sent back',
    description:
      'With the cookie of POST /auth/identities/begin. From then on the account at the provider logs in to this one. It ends when somebody else sets the password, and when the account is deactivated or deleted.',
    setsCookies: true,
    batch: false,
    errors: ['SSO_FAILED', 'NOT_FOUND', 'FORBIDDEN', 'IDENTITY_TAKEN', 'TOO_MANY_REQUESTS'],
    example: { given: 'unlinked', body: providerAnswer, data: linked },
  })
    .input(ProviderAnswer)
    .output(Identity)
    .mutation(({ ctx, input }) => own(linkOwn(ctx, input))),

  removeIdentity: operation({
    rest: 'POST /auth/identities/{identityID}/remove',
    addition: true,
    access: everyone,
    fresh: true,
    summary: 'End one of my links to a provider',
    description: 'The account at the provider does not log in to this one any more. Sessions stay.',
    example: { parameters: { identityID: exampleIds.ownIdentity }, data: { _id: exampleIds.ownIdentity } },
  })
    .input(z.object({ identityID: Id }))
    .output(Removed)
    .mutation(({ ctx: { scope }, input }) => identities.remove(scope, scope.actor.id, input.identityID)),
};

/** Part of `users`. */
export const identitiesOfUsers = {
  identities: operation({
    rest: 'GET /users/{userID}/identities',
    addition: true,
    access: administrators,
    summary: 'List a user’s links to providers of single sign-on',
    description: 'Those that nobody has ended; one for each provider at the most.',
    example: { parameters, data: { identities: [identityOf(exampleIds.user)] } },
  })
    .input(z.object({ userID: Id }))
    .output(Identities)
    .query(async ({ ctx: { scope }, input: { userID } }) => {
      await users.get(scope, userID);
      return { identities: await identities.list(scope, userID) };
    }),

  linkIdentity: operation({
    rest: 'POST /users/{userID}/identities',
    addition: true,
    access: administrators,
    fresh: true,
    summary: 'Link a user to an account at the provider',
    description:
      'By its `sub`, which the provider’s administration shows; an e-mail address links nothing. 404 also where there is no single sign-on.',
    errors: ['ACCOUNT_INACTIVE', 'IDENTITY_TAKEN', 'TOO_MANY_REQUESTS'],
    example: {
      given: 'unlinked',
      parameters,
      body: { subject: '248289761001' },
      data: identityOf(exampleIds.user),
    },
  })
    .input(z.object({ userID: Id, ...IdentityCreate.shape }))
    .output(Identity)
    .mutation(({ ctx, input: { userID, subject } }) =>
      identities.link(ctx.scope, userID, { issuer: providerOf(ctx).issuer, subject }),
    ),

  removeIdentity: operation({
    rest: 'POST /users/{userID}/identities/{identityID}/remove',
    addition: true,
    access: administrators,
    fresh: true,
    summary: 'End a user’s link to a provider',
    description: 'The account at the provider does not log in to this one any more. Sessions stay.',
    example: {
      parameters: { ...parameters, identityID: exampleIds.identity },
      data: { _id: exampleIds.identity },
    },
  })
    .input(z.object({ userID: Id, identityID: Id }))
    .output(Removed)
    .mutation(({ ctx: { scope }, input }) => identities.remove(scope, input.userID, input.identityID)),
};
