import {
  DomainError,
  everyone,
  Id,
  issueAt,
  NewToken,
  page,
  Removed,
  type Role,
  scopeAreas,
  Token,
  TokenCreate,
  TokenQuery,
  type TokenScope,
  TokenScopes,
} from '@daybook/domain';
import { tokens as repo, sessions } from '@daybook/domain/server';
import { z } from 'zod';
import { sha256, withHash } from '../auth/tokens.ts';
import { exampleIds } from '../examples.ts';
import { operations, own, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Tokens', description: 'Personal access tokens, by which programs call the service' },
  bulkhead: 'users',
  tokens: scopeAreas.tokens,
});

const example: Pick<Token, '_id' | 'name' | 'scopes' | 'expiresAt'> = {
  _id: exampleIds.token,
  name: 'Bank import',
  scopes: ['bills:read', 'bills:write'],
  expiresAt: '2024-03-07T08:30:00.000Z',
};

/** @throws VALIDATION for scopes with which the role can do nothing */
function checkUsable(scopes: readonly TokenScope[], usable: readonly TokenScope[]): void {
  const issues = scopes.flatMap((scope, index) =>
    usable.includes(scope) ? [] : issueAt(['scopes', index], 'invalid_choice', { values: usable }),
  );
  if (issues.length > 0)
    throw new DomainError('VALIDATION', 'Your role can use only some of the scopes.', { issues });
}

/** @param usableBy the scopes with which a role can do anything, once all procedures are declared */
export const tokens = (usableBy: (role: Role) => readonly TokenScope[]) =>
  router({
    list: operation({
      rest: 'GET /tokens',
      addition: true,
      access: everyone,
      summary: 'List personal access tokens',
      description:
        'The caller’s own, or with `user` those of somebody, for an Administrator. Without the tokens themselves, which only POST /tokens answers. ' +
        'Those that nobody has ended, expired ones too; the newest first.',
      // Another's, for who is no Administrator.
      errors: ['FORBIDDEN'],
      example: {
        data: [
          {
            ...example,
            user: exampleIds.administrator,
            createdAt: '2023-12-08T08:30:00.000Z',
            lastUsedAt: null,
            lastUsedFrom: null,
          },
        ],
      },
    })
      .input(TokenQuery.default({}))
      .output(page(Token))
      .query(({ ctx, input }) => repo.list(ctx.scope, input)),

    create: operation({
      rest: 'POST /tokens',
      addition: true,
      access: everyone,
      fresh: true,
      summary: 'Make a personal access token',
      description:
        'For programs, as `Authorization: Bearer dbk_…`: it may do what its scopes name, as long as the role of the person may do it too. ' +
        'It is shown once. It ends for good when somebody else sets the person’s password, and when the account is deactivated or deleted. ' +
        'A person has at most 20 that count, and makes at most 50 tokens and calendar addresses in 24 hours.',
      creates: true,
      errors: ['TOO_MANY_REQUESTS'],
      example: {
        body: { name: example.name, scopes: example.scopes },
        data: { ...example, token: 'dbk_2yQb4tC1xk0m0m5dWlqJbYy6nZb3oYx8n2b1lq0Zt5E' },
      },
    })
      .input(TokenCreate)
      .output(NewToken)
      .mutation(async ({ ctx, input }) => {
        checkUsable(input.scopes, usableBy(ctx.principal.role));
        const id = sessions.newId();
        const { _id, ...made } = await own(
          repo.create(ctx.scope, id, sha256(ctx.tokens.personal(id)), input),
        );
        const hash = _id === id ? undefined : await repo.hashOf(ctx.scope, _id);
        return {
          _id,
          token: withHash(
            ctx.tokens.underEach((from) => from.personal(_id)),
            hash,
          ),
          ...made,
        };
      }),

    remove: operation({
      rest: 'DELETE /tokens/{tokenID}',
      addition: true,
      access: everyone,
      fresh: true,
      summary: 'End a personal access token',
      description:
        'One of the caller’s own; an Administrator ends anybody’s. It is refused from the next request on.',
      example: { parameters: { tokenID: exampleIds.token }, data: { _id: exampleIds.token } },
    })
      .input(z.object({ tokenID: Id }))
      .output(Removed)
      .mutation(({ ctx, input }) => repo.remove(ctx.scope, input.tokenID)),

    scopes: operation({
      access: everyone,
      summary: 'The scopes that the caller’s role can use',
    })
      .output(TokenScopes)
      .query(({ ctx }) => [...usableBy(ctx.principal.role)]),
  });
