/** By which a style that is added to the page is taken (Content-Security-Policy). */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
