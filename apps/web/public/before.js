// Before anything is drawn: the look and the direction of the last visit, and whether somebody was logged in.
{
  const { documentElement: page, baseURI } = document;
  const language = localStorage.getItem('daybook-language') ?? navigator.language;
  const scheme = localStorage.getItem('mantine-color-scheme-value');
  page.lang = language;
  page.dir = new Intl.Locale(language).getTextInfo?.().direction ?? 'ltr';
  if (scheme === 'light' || scheme === 'dark') page.style.colorScheme = scheme;
  const service = new URL('..', baseURI).href.replace(/\/$/, '');
  if (localStorage.getItem(`daybook-person ${service}`)) page.dataset.session = '';
}
// The page's policy refuses code that is made from text; zod does not try where this says so before it is loaded.
globalThis.__zod_globalConfig = { jitless: true };
