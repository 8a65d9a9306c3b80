export const profiles = ['user', 'supervisor', 'admin'] as const;
export type Profile = (typeof profiles)[number];

/** The signed-in user, with everything that decides what they see and may do. */
export type Member = {
  id: number;
  name: string;
  profile: Profile;
  /** Operates the platform. */
  super: boolean;
  queueIds: readonly number[];
  /** Also sees tickets without a queue. */
  allTicket: boolean;
};

/** Length limits that forms and server share. */
export const userLimits = { nameMin: 2, nameMax: 50, passwordMin: 5, passwordMax: 50 } as const;

const adminRules = [
  'dashboard:view',
  'drawer-admin-items:view',
  'tickets-manager:showall',
  'user-modal:editProfile',
  'user-modal:editQueues',
  'ticket-options:deleteTicket',
  'contacts-page:deleteContact',
  'connections-page:actionButtons',
  'connections-page:addConnection',
  'connections-page:editOrDeleteConnection',
] as const;
export type Permission = (typeof adminRules)[number];

/** The fixed permissions of a profile. */
export function can(profile: Profile, permission: Permission): boolean {
  return profile === 'admin' && adminRules.includes(permission);
}
