import { type ComponentType, lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { LoginPage } from './features/login/LoginPage.tsx';
import { loadOtherTexts } from './i18n/i18n.ts';
import { pagePath } from './lib/page.ts';
import { leftPage } from './lib/sso.ts';
import { session, useSession } from './session.ts';
import { ThemeProvider } from './shell/Look.tsx';

let App: ComponentType | undefined;

/** What needs a session, with its texts, so that nothing is drawn without them. */
export async function loadApp() {
  const [app] = await Promise.all([import('./shell/App.tsx'), loadOtherTexts()]);
  App = app.default;
}

/** Without Suspense: React shows what comes after a fallback 300 ms later at the earliest. */
function LoadedApp() {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (App) return;
    const fail = (error: unknown) =>
      setLoaded(() => {
        throw error;
      });
    loadApp().then(() => startTransition(() => setLoaded(true)), fail);
  }, []);
  return App ? <App /> : <Skeleton />;
}

const LinkPage = lazy(async () => {
  const [{ LinkPage }] = await Promise.all([import('./features/login/LinkPage.tsx'), loadOtherTexts()]);
  return { default: LinkPage };
});

const SsoPage = lazy(async () => {
  const [{ SsoPage }] = await Promise.all([import('./features/login/SsoPage.tsx'), loadOtherTexts()]);
  return { default: SsoPage };
});

const targetOf = ({ pathname, search, hash }: Location) =>
  pathname.slice(pagePath.length - 1) + search + hash;
/** The token of the log-in link that was opened, if one was. */
const openedLink = /^\/link#(.+)$/.exec(targetOf(location))?.[1];

/** What the provider of single sign-on has sent back, if somebody comes from there. */
const returned = /^\/sso(\?.+)$/.exec(targetOf(location))?.[1];

/** What index.html shows while the application is loaded, and whose style stands there. */
const Skeleton = () => (
  <div className="waiting">
    <i />
    <i />
    <i />
  </div>
);

/** Who has no session sees the log-in page, for which little is loaded; the rest comes while they type. */
export function Start() {
  const { signedIn } = useSession();
  const [link, setLink] = useState(openedLink);
  const [answer, setAnswer] = useState(returned);
  const [started, setStarted] = useState(signedIn);
  if (signedIn && !started) setStarted(true);
  const leaveLink = () => {
    history.replaceState(null, '', pagePath);
    setLink(undefined);
  };
  const leaveProvider = () => {
    history.replaceState(null, '', leftPage() ?? pagePath);
    setAnswer(undefined);
  };
  return (
    <ThemeProvider>
      <Suspense fallback={<Skeleton />}>
        {link !== undefined ? (
          <LinkPage token={link} onDone={leaveLink} />
        ) : answer !== undefined ? (
          <SsoPage answer={new URLSearchParams(answer)} onDone={leaveProvider} />
        ) : started ? (
          <LoadedApp />
        ) : (
          <LoginPage onTyped={loadApp} />
        )}
      </Suspense>
    </ThemeProvider>
  );
}

/** The router, once it is there, leads from here to where somebody wanted to go. */
export function rememberTarget() {
  const target = targetOf(location);
  if (
    session.state.signedIn ||
    openedLink !== undefined ||
    returned !== undefined ||
    target.startsWith('/login')
  )
    return;
  const query = target === '/' ? '' : `?${new URLSearchParams({ to: target })}`;
  history.replaceState(null, '', `${pagePath}login${query}`);
}
