import { closing, forecast, imports, journal, printing, settings, trash, webhooks } from './other-routes.ts';
import { accounts, bills, cheques, home, logs, pay, payees, users } from './record-routes.ts';

/** What the application consists of, in the order of the menu: each with its routes and its entry there. */
export const features = [
  home,
  logs,
  pay,
  cheques,
  accounts,
  forecast,
  payees,
  bills,
  users,
  // What is about all of them.
  closing,
  journal,
  trash,
  settings,
] as const;

/** What has no entry in the menu: other screens lead to it. */
export const featuresOutsideMenu = [imports, printing, webhooks] as const;

export type FeatureRoute = ReturnType<
  (typeof features | typeof featuresOutsideMenu)[number]['routes']
>[number];

/** The menu: each entry has the title of its feature, and is there for those who may call its procedure. */
export const navItems = features.map(({ to, name, icon, needs }) => ({ to, name, icon, needs }));

/** The namespaces of the texts that have their titles. */
export const menuNamespaces = navItems.map(({ name }) => name);
