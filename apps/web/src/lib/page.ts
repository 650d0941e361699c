/** The page's own path, with a slash at its end: /app/, or /daybook/app/ behind a prefix. */
export const pagePath = new URL(document.baseURI).pathname;

/** Where REST and tRPC are, without a slash at the end. */
export const serviceUrl = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** By which a style that is added to the page is taken (Content-Security-Policy). */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
