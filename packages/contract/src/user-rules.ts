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
} & Record<Right, boolean>;

/** What admins allow single users. Admins may do all of it. */
export const rights = ['exportContacts'] as const;
export type Right = (typeof rights)[number];

/** Does this user have the right? */
export function hasRight(member: Pick<Member, 'profile' | Right>, right: Right): boolean {
  return member.profile === 'admin' || member[right];
}

/** Which key sends what a person writes; the other one begins a line. */
export const sendKeys = ['enter', 'ctrlEnter'] as const;
export type SendKey = (typeof sendKeys)[number];

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
