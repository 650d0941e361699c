import { serviceUrl } from './page.ts';

const key = `daybook-sso ${serviceUrl}`;

/** To the provider's page; what it sends back comes to /sso, and what follows is the page that is left here. */
export function goToProvider(url: string) {
  sessionStorage.setItem(key, location.href);
  location.assign(url);
}

/** The page that was left. */
export function leftPage(): string | undefined {
  const left = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return left?.startsWith(document.baseURI) ? left : undefined;
}
