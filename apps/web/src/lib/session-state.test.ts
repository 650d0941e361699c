import { describe, expect, it, vi } from 'vitest';
import { createSession, type TabMessage } from './session-state.ts';

const loginOf = (userID: string, accessToken = `token of ${userID}`) => ({
  accessToken,
  user: { _id: userID, accessLevel: 'Supervisor' as const },
});
type Answer = ReturnType<typeof loginOf> | undefined;

function start(known = 'ada') {
  let pendingLogOut = false;
  let person: string | undefined = known;
  const sent: TabMessage[] = [];
  const refresh = vi.fn<() => Promise<Answer>>(async () => undefined);
  const revoke = vi.fn<(token: string) => Promise<unknown>>(async () => null);
  const restart = vi.fn();
  const patience = vi.fn(() => new Promise<void>(() => undefined));
  const session = createSession({
    refresh,
    revoke,
    restart,
    patience,
    broadcast: (message) => sent.push(message),
    pendingLogOut: {
      get: () => pendingLogOut,
      set: (value) => {
        pendingLogOut = value;
      },
    },
    person: {
      get: () => person || undefined,
      set: (userID) => {
        person = userID;
      },
    },
  });
  return {
    session,
    refresh,
    revoke,
    restart,
    patience,
    sent,
    isUnheard: () => pendingLogOut,
    known: () => person,
  };
}

/** An answer that comes when the test says so. */
function later() {
  let answer: (login: Answer) => void = () => undefined;
  const promise = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
}

describe('a session', () => {
  it('comes back after a reload', async () => {
    const { session, refresh, sent } = start();
    refresh.mockResolvedValue(loginOf('ada'));
    await session.resume();
    expect(session.state).toEqual({ signedIn: true });
    expect(await session.token()).toBe('token of ada');
    expect(sent).toEqual([]);
  });

  it('is not lost when the network is away at a renewal', async () => {
    const { session, refresh } = start();
    session.signIn(loginOf('ada'));
    refresh.mockRejectedValue(new Error('offline'));
    await expect(session.renew()).rejects.toThrow('offline');
    expect(session.state).toEqual({ signedIn: true });
    expect(await session.token()).toBe('token of ada');
  });

  it('goes on without a network after a reload, and asks for a token once one is needed', async () => {
    const { session, refresh } = start();
    refresh.mockRejectedValue(new Error('offline'));
    await session.resume();
    expect(session.state).toEqual({ signedIn: true });
    expect(session.userID).toBe('ada');
    expect(session.isUnconfirmed).toBe(true);
    await expect(session.token()).rejects.toThrow('offline');
    refresh.mockResolvedValue(loginOf('ada'));
    expect(await session.token()).toBe('token of ada');
    expect(session.isUnconfirmed).toBe(false);
  });

  it('goes on where the network takes too long, with one renewal for all who wait', async () => {
    const { session, refresh, patience } = start();
    const { promise, answer } = later();
    refresh.mockReturnValue(promise);
    patience.mockResolvedValueOnce();
    await session.resume();
    expect(session.state).toEqual({ signedIn: true });
    const tokens = Promise.all([session.token(), session.token()]);
    answer(loginOf('ada'));
    expect(await tokens).toEqual(['token of ada', 'token of ada']);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('that went on without a network ends once the service says that it is over', async () => {
    const { session, refresh, known } = start();
    refresh.mockRejectedValueOnce(new Error('offline'));
    await session.resume();
    expect(await session.token()).toBeUndefined();
    expect(session.state).toEqual({ signedIn: false, reason: 'ended' });
    expect(known()).toBeUndefined();
  });

  it('starts anew where it went on for one person and turns out to be another’s', async () => {
    const { session, refresh, restart } = start();
    refresh.mockRejectedValueOnce(new Error('offline'));
    await session.resume();
    refresh.mockResolvedValue(loginOf('bob'));
    await session.token();
    expect(restart).toHaveBeenCalledOnce();
    expect(session.state).toEqual({ signedIn: true });
  });

  it('logged out without a network stays so, whatever a renewal from before answers', async () => {
    const { session, refresh, patience, isUnheard } = start();
    const { promise, answer } = later();
    refresh.mockReturnValue(promise);
    patience.mockResolvedValueOnce();
    await session.resume();
    await session.logOut();
    answer(loginOf('ada'));
    expect(await session.renew()).toBeUndefined();
    expect(session.state).toEqual({ signedIn: false, reason: 'loggedOut' });
    expect(isUnheard()).toBe(true);
  });

  it('is not asked for in a browser that has none', async () => {
    const { session, refresh } = start('');
    await session.resume();
    expect(session.state).toEqual({ signedIn: false });
    expect(refresh).not.toHaveBeenCalled();
  });

  it('is remembered by its person alone, until it ends', async () => {
    const { session, known } = start('');
    session.signIn(loginOf('ada'));
    expect(known()).toBe('ada');
    await session.logOut();
    expect(known()).toBeUndefined();
  });

  it('that ended stays ended, whatever a renewal from before answers', async () => {
    const { session, refresh } = start();
    session.signIn(loginOf('ada'));
    const { promise, answer } = later();
    refresh.mockReturnValue(promise);
    const renewal = session.renew();
    session.end();
    answer(loginOf('ada', 'late'));
    expect(await renewal).toBeUndefined();
    expect(await session.token()).toBeUndefined();
    expect(session.state).toEqual({ signedIn: false, reason: 'ended' });
  });

  it('that began meanwhile is not overwritten by a resumption from before', async () => {
    const { session, refresh } = start();
    const { promise, answer } = later();
    refresh.mockReturnValue(promise);
    const resumption = session.resume();
    session.signIn(loginOf('ada'));
    answer(undefined);
    await resumption;
    expect(session.state).toEqual({ signedIn: true });
    expect(await session.token()).toBe('token of ada');
  });

  it('starts anew where the cookie turns out to be somebody else’s', async () => {
    const { session, refresh, restart } = start();
    session.signIn(loginOf('ada'));
    refresh.mockResolvedValue(loginOf('bob'));
    expect(await session.renew()).toBeUndefined();
    expect(restart).toHaveBeenCalledOnce();
    expect(await session.token()).toBe('token of ada');
  });
});

describe('a log-out', () => {
  it('is told to the service, then to the other tabs', async () => {
    const { session, revoke, sent, isUnheard } = start();
    session.signIn(loginOf('ada'));
    await session.logOut();
    expect(revoke).toHaveBeenCalledWith('token of ada');
    expect(session.state).toEqual({ signedIn: false, reason: 'loggedOut' });
    expect(sent).toEqual([{ signedIn: 'ada' }, 'signed out']);
    expect(isUnheard()).toBe(false);
  });

  it('that the service did not hear is made good at the next start', async () => {
    const { session, revoke, refresh, isUnheard } = start();
    session.signIn(loginOf('ada'));
    revoke.mockRejectedValueOnce(new Error('offline'));
    await session.logOut();
    expect(session.state).toEqual({ signedIn: false, reason: 'loggedOut' });
    expect(isUnheard()).toBe(true);

    refresh.mockResolvedValue(loginOf('ada', 'new'));
    await session.resume();
    expect(revoke).toHaveBeenLastCalledWith('new');
    expect(session.state.signedIn).toBe(false);
    expect(isUnheard()).toBe(false);
  });

  it('stays to be told while the network is away', async () => {
    const { session, revoke, refresh, isUnheard } = start();
    session.signIn(loginOf('ada'));
    revoke.mockRejectedValue(new Error('offline'));
    await session.logOut();
    refresh.mockRejectedValue(new Error('offline'));
    await session.resume();
    expect(isUnheard()).toBe(true);
    expect(session.state.signedIn).toBe(false);
  });

  it('needs no telling once somebody logged in again', async () => {
    const { session, revoke, isUnheard } = start();
    session.signIn(loginOf('ada'));
    revoke.mockRejectedValueOnce(new Error('offline'));
    await session.logOut();
    session.signIn(loginOf('bob'));
    expect(isUnheard()).toBe(false);
  });
});

describe('another tab', () => {
  it('that logs out ends the session here, and is not told of it again', () => {
    const { session, sent } = start();
    session.signIn(loginOf('ada'));
    session.receive('signed out');
    expect(session.state).toEqual({ signedIn: false, reason: 'ended' });
    expect(sent).toEqual([{ signedIn: 'ada' }]);
  });

  it('that logs in brings the session here', async () => {
    const { session, refresh } = start();
    refresh.mockResolvedValue(loginOf('ada'));
    session.receive({ signedIn: 'ada' });
    await vi.waitFor(() => expect(session.state).toEqual({ signedIn: true }));
  });

  it('that logs somebody else in starts this one anew', () => {
    const { session, restart } = start();
    session.signIn(loginOf('ada'));
    session.receive({ signedIn: 'ada' });
    expect(restart).not.toHaveBeenCalled();
    session.receive({ signedIn: 'bob' });
    expect(restart).toHaveBeenCalledOnce();
  });
});
