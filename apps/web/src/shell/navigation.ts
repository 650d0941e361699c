import { features } from '../features.ts';

/** The menu: each entry has the title of its feature, and is there for those who may call its procedure. */
export const navItems = features.map(({ to, name, icon, needs }) => ({ to, name, icon, needs }));

/** Whose titles the menu shows. */
export const menuFeatures = navItems.map(({ name }) => name);
