import {
  IconAdjustments,
  IconCalendarTime,
  IconHistory,
  IconHome,
  IconReceipt,
  IconUserDollar,
  IconUsers,
  IconWritingSign,
} from '@tabler/icons-react';

/** The menu: each entry has the title of its feature, and is there for those who may call its procedure. */
export const navItems = [
  { to: '/', name: 'home', icon: IconHome, needs: 'logs.list' },
  { to: '/logs', name: 'logs', icon: IconCalendarTime, needs: 'logs.list' },
  { to: '/cheques', name: 'cheques', icon: IconWritingSign, needs: 'cheques.list' },
  { to: '/payees', name: 'payees', icon: IconUserDollar, needs: 'payees.list' },
  { to: '/bills', name: 'bills', icon: IconReceipt, needs: 'bills.list' },
  { to: '/users', name: 'users', icon: IconUsers, needs: 'users.list' },
  { to: '/history', name: 'journal', icon: IconHistory, needs: 'journal.list' },
  { to: '/settings', name: 'settings', icon: IconAdjustments, needs: 'users.setPreferences' },
] as const;

/** Whose titles the menu shows. */
export const menuFeatures = navItems.map(({ name }) => name);
