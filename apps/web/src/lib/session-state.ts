import type { Role } from '@daybook/domain';

/** Why the log-in page is shown. */
export type SignedOutReason = 'ended' | 'loggedOut' | 'offline';

export type SessionState =
  | { readonly signedIn: false; readonly reason?: SignedOutReason }
  | { readonly signedIn: true };

interface User {
  readonly _id: string;
  readonly accessLevel: Role;
}

interface Login {
  readonly accessToken: string;
  readonly user: User;
}

/** What the tabs of a browser tell one another: they share the cookie, and so the session. */
export type TabMessage = { readonly signedIn: string } | 'signed out';

export interface SessionDeps {
  /** A new token by the cookie; undefined where the session is over. @throws where there is no answer */
  readonly refresh: () => Promise<Login | undefined>;
  /** Ends the session that a token belongs to, and takes the cookie away. */
  readonly revoke: (token: string) => Promise<unknown>;
  readonly broadcast: (message: TabMessage) => void;
  /** Whether the service has not heard yet that this browser is logged out; outlives the page. */
  readonly pendingLogOut: { get(): boolean; set(value: boolean): void };
  /** Whose session this browser has as far as it knows: without one nothing is asked. Outlives the page. */
  readonly person: { get(): string | undefined; set(userID: string | undefined): void };
  /** Starts the page anew, with nothing of the person before in memory. */
  readonly restart: () => void;
  /** Resolves when a start has waited long enough for an answer. */
  readonly patience: () => Promise<void>;
}

export function createSession(deps: SessionDeps) {
  const { refresh, revoke, broadcast, pendingLogOut, person, restart, patience } = deps;
  // The token lives in memory alone; the httpOnly cookie brings a session back after a reload.
  let token: string | undefined;
  let userID: string | undefined;
  let role: Role | undefined;
  let state: SessionState = { signedIn: false };
  // Counts log-ins and log-outs: an answer that was asked for before one of them has no say any more.
  let epoch = 0;
  let renewing: Promise<string | undefined> | undefined;
  const listeners = new Set<() => void>();

  function setState(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  const renew = () => {
    renewing ??= askAnew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  async function askAnew(): Promise<string | undefined> {
    const asked = epoch;
    const login = await refresh();
    if (asked !== epoch) return token;
    if (login && userID !== undefined && login.user._id !== userID) {
      // Somebody else logged in with this browser while this tab slept.
      restart();
      return undefined;
    }
    token = login?.accessToken;
    userID = login?.user._id;
    role = login?.user.accessLevel;
    person.set(userID);
    return token;
  }

  async function finishLogOut() {
    const login = await refresh();
    if (login) await revoke(login.accessToken);
    pendingLogOut.set(false);
  }

  /** Who was logged in goes on, with what the device knows, while there is no answer. */
  async function isSignedIn(): Promise<boolean> {
    const known = person.get();
    if (known === undefined) return false;
    const asked = epoch;
    const answer = renew().then((present) => present !== undefined);
    const goesOn = await Promise.race([answer, patience().then(() => true)]).catch(() => true);
    if (goesOn && asked === epoch) userID ??= known;
    return goesOn;
  }

  async function resume() {
    const asked = epoch;
    const after = (next: SessionState) => {
      const isNews = next.signedIn !== state.signedIn || (!next.signedIn && !isSame(next, state));
      if (asked === epoch && isNews) setState(next);
    };
    try {
      if (pendingLogOut.get()) {
        await finishLogOut();
        after({ signedIn: false });
      } else after({ signedIn: await isSignedIn() });
    } catch {
      if (!state.signedIn) after({ signedIn: false, reason: 'offline' });
    }
  }

  function leave(reason: SignedOutReason) {
    epoch += 1;
    token = undefined;
    userID = undefined;
    role = undefined;
    person.set(undefined);
    if (state.signedIn) setState({ signedIn: false, reason });
  }

  return {
    get state() {
      return state;
    },
    /** Who is logged in, also while the service cannot be reached. */
    get userID() {
      return userID;
    },
    /** What that person was at the log-in or the last renewal: enough to ask early for what will be shown. */
    get role() {
      return role;
    },
    /** Whether the service has not been heard since the page was loaded: what the device knows has to do. */
    get isUnconfirmed() {
      return state.signedIn && token === undefined;
    },
    /** Waits for the service where it has not been heard yet. @throws where there is no answer */
    async token() {
      if (token !== undefined || !state.signedIn) return token;
      const asked = epoch;
      const present = await renew();
      if (asked === epoch && userID === undefined) leave('ended');
      return present;
    },
    renew,
    /** Is there a session from before the reload, or of another tab? */
    resume,
    signIn({ accessToken, user }: Login) {
      epoch += 1;
      token = accessToken;
      userID = user._id;
      role = user.accessLevel;
      person.set(userID);
      pendingLogOut.set(false);
      setState({ signedIn: true });
      broadcast({ signedIn: userID });
    },
    /** This device is logged out whether or not the service hears it now; if not, it will at the next chance. */
    async logOut() {
      const asked = epoch;
      if (token !== undefined)
        await revoke(token).then(
          () => pendingLogOut.set(false),
          () => pendingLogOut.set(true),
        );
      else if (state.signedIn) pendingLogOut.set(true);
      if (asked !== epoch) return;
      leave('loggedOut');
      broadcast('signed out');
    },
    /** The service says that the session is over. */
    end: () => leave('ended'),
    receive(message: TabMessage) {
      if (message === 'signed out') leave('ended');
      else if (!state.signedIn) void resume();
      else if (message.signedIn !== userID) restart();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const reasonOf = (state: SessionState) => (state.signedIn ? undefined : state.reason);
const isSame = (one: SessionState, other: SessionState) => reasonOf(one) === reasonOf(other);
