import { describe, expect } from 'vitest';
import { asker, atOnce, tally } from '../support/asking.ts';
import { bodyOf, unique } from '../support/samples/index.ts';
import { undoTest as it } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 8: accounts come back, and their changes are taken back, by those who may.
describe('a user', () => {
  it('comes back inactive, without sessions, and only with a free username', async ({
    service,
    admin,
    ask,
    undo,
  }) => {
    const person = await service.person('User');
    const path = `/users/${person.id}`;
    await ask('DELETE', path);
    await ask('POST', '/users', { ...bodyOf('users'), username: person.username.toUpperCase() });
    for (const answer of [
      await service.call('POST', `${path}/restore`, { token: admin.token }),
      await undo(person.id, admin),
    ])
      expect(expectFailure(answer, 409, 'USERNAME_TAKEN')).toEqual(['username']);
    const [taken] = await ask('GET', `/users?search=${person.username}&limit=1`).catch(() => []);
    expect(taken).toBeUndefined();

    const other = await service.person('Supervisor');
    await ask('DELETE', `/users/${other.id}`);
    expect(await ask('POST', `/users/${other.id}/restore`)).toMatchObject({
      active: false,
      accessLevel: 'Supervisor',
    });
    expect((await service.call('GET', '/auth', { token: other.token })).status).toBe(401);
    await ask('PATCH', `/users/${other.id}/status`, { active: true });
    expect((await service.call('GET', '/auth', { token: other.token })).status).toBe(401);
    expect(await service.logIn(other.username)).toBeTruthy();
  });

  it('of whom twenty take the username while it is restored: one has it', async ({
    service,
    admin: { token },
    ask,
  }) => {
    for (let round = 0; round < 5; round++) {
      const username = unique('restored');
      const { _id } = await ask('POST', '/users', { ...bodyOf('users'), username });
      await ask('DELETE', `/users/${_id}`);
      const answers = await atOnce(20, (i) =>
        i % 2
          ? service.call('POST', '/users', { token, body: { ...bodyOf('users'), username } })
          : service.call('POST', `/users/${_id}/restore`, { token }),
      );
      const tallied = tally(answers);
      expect(tallied[200]).toBe(1);
      expect(tallied[409]).toBe(19);
      const [row] = await service.sql`
        select count(*)::integer as count from users where username = ${username} and deleted_at is null`;
      expect(row?.count).toBe(1);
    }
  });

  it('is changed back by who may change it', async ({ service, admin, supervisor, ask, make, undo }) => {
    const user = await make('users');
    const theirs = asker(service, supervisor);
    await theirs('PUT', `/users/${user._id}`, { firstName: 'Typo', username: unique('Renamed') });
    expect((await undo(user._id, supervisor)).body.data).toMatchObject({
      firstName: user.firstName,
      username: user.username,
    });
    // The key of the name follows: the old one is taken again, the new one is free.
    const body = { ...bodyOf('users'), username: String(user.username).toUpperCase() };
    expectFailure(await service.call('POST', '/users', { token: admin.token, body }), 409, 'USERNAME_TAKEN');

    // Since it is a Supervisor's account now, another Supervisor may not change it.
    await theirs('PUT', `/users/${user._id}`, { lastName: 'Typo' });
    const entry = await service.sql`select max(id)::text as id from journal where record_id = ${user._id}`;
    await ask('PATCH', `/users/${user._id}/role`, { role: 'Supervisor' });
    const answer = await service.call('POST', `/journal/${entry[0]?.id}/undo`, { token: supervisor.token });
    expectFailure(answer, 403, 'FORBIDDEN');
  });

  it('registered by a Supervisor is not deleted by them', async ({ service, supervisor, admin, undo }) => {
    const { _id } = await asker(service, supervisor)('POST', '/users', bodyOf('users'));
    expectFailure(await undo(_id, supervisor), 403, 'FORBIDDEN');
    expect((await undo(_id, admin)).body.data).toEqual({ _id });
  });

  it('gets role and status back, whose sessions end with the status', async ({
    service,
    admin,
    ask,
    undo,
  }) => {
    const person = await service.person('User');
    await ask('PATCH', `/users/${person.id}/role`, { role: 'Supervisor' });
    expect((await undo(person.id, admin)).body.data).toMatchObject({ accessLevel: 'User' });
    await ask('PATCH', `/users/${person.id}/status`, { active: false });
    expect((await undo(person.id, admin)).body.data).toMatchObject({ active: true });
    const token = await service.logIn(person.username);
    expect((await undo(person.id, admin)).body.data).toMatchObject({ active: false });
    expect((await service.call('GET', '/auth', { token })).status).toBe(401);
  });

  it('who is oneself is not deleted, promoted or deactivated by an undo', async ({ service, undo, ask }) => {
    const other = await service.person('Administrator');
    expectFailure(await undo(other.id, other), 409, 'SELF_CHANGE');
    await ask('PUT', `/users/${other.id}`, { firstName: 'Changed' });
    expect((await undo(other.id, other)).status).toBe(200);
  });

  it('who is an Administrator remains, also where two undo one another', async ({ service }) => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await service.person('Administrator'), await service.person('Administrator')];
      // Both were promoted once; nobody else is an Administrator while these two are undone at once.
      await service.sql`update users set active = false where access_level = 'Administrator'
        and id not in (${one.id}, ${other.id}) and deleted_at is null`;
      const promotion = async (id: string) => {
        const [row] = await service.sql`select max(id)::text as id from journal where record_id = ${id}
          and before ? 'access_level' and action = 'update'`;
        return row?.id;
      };
      const entries = [await promotion(other.id), await promotion(one.id)];
      const answers = await Promise.all([
        service.call('POST', `/journal/${entries[0]}/undo`, { token: one.token }),
        service.call('POST', `/journal/${entries[1]}/undo`, { token: other.token }),
      ]);
      const left = await service.sql`
        select id from users where access_level = 'Administrator' and active and deleted_at is null`;
      expect(left.length, JSON.stringify(answers.map(({ body }) => body))).toBeGreaterThanOrEqual(1);
      await service.sql`update users set active = true where deleted_at is null`;
    }
  });
});
