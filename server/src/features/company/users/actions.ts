import type { Profile, SendKey } from '@balcao/contract/user-rules';
import type { UserView } from '@balcao/contract/users';
import { userChanged, userCreated, userDeleted, userRoleSaved } from '../../../events/users.ts';
import { asSystem, type CompanyId, type Ctx, mintCompanyId, type PlatformCtx, type Reader, type Tx } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction, withinCompany } from '../../../platform/db/transaction.ts';
import { AppError, must, refusingDuplicates } from '../../../platform/errors.ts';
import { hashPassword, verifyPassword } from '../../../platform/passwords.ts';
import { assertWithinPlan } from '../companies/actions.ts';
import { holdConnection } from '../connections/actions.ts';
import { holdQueues } from '../queues/actions.ts';
import { endSessionsOf } from '../sessions/actions.ts';
import { settingOf } from '../settings/reads.ts';
import { audit, countAttempt, forgiveAttempts } from '../system/actions.ts';
import { passwordKeys } from '../system/reads.ts';
import { mayChange, mayDelete } from './access.ts';
import { keepsAnAdmin, silentSince } from './rules.ts';
import {
  findOperatorsCompany,
  findPasswordHash,
  findUserRow,
  insertUser,
  listOperators,
  listSilent,
  lockAdmins,
  lockUserRow,
  raiseTokenVersion,
  removeConnection,
  removeQueue,
  replaceQueues,
  savePresence,
  saveUser,
  shareUserRow,
  type UserRow,
} from './store.ts';
import { type User, userOf, userView } from './view.ts';

export type UserInput = {
  name: string;
  email: string;
  password: string;
  profile: Profile;
  queueIds: readonly number[];
  allTicket?: 'enabled' | 'disabled' | null | undefined;
  exportContacts?: boolean | undefined;
  assignmentCapacity?: number | null | undefined;
  whatsappId?: number | null | undefined;
  language?: string | null | undefined;
};
/** Undefined fields stay as they are; so does an empty password. */
export type UserChanges = { [K in Exclude<keyof UserInput, 'password'>]?: UserInput[K] | undefined } & {
  password?: string | null | undefined;
  sendWith?: SendKey | undefined;
  /** For changing one's own e-mail or password. */
  currentPassword?: string | null | undefined;
};

/** Unique keys of users, with the error for a violation. */
export const takenEmail = { users_email_key: 'ERR_EMAIL_ALREADY_EXISTS' } as const;

/**
 * Adds a user within the limit of the plan. Queues and connection must belong to the company. ERR_USER_CREATION_DISABLED where the setting
 * `userCreation` says so.
 */
export async function createUser(ctx: Ctx, input: UserInput): Promise<UserView> {
  const passwordHash = await hashPassword(input.password);
  return refusingDuplicates(takenEmail, () =>
    transaction(ctx, async (ctx) => {
      if ((await settingOf(ctx, 'userCreation')) !== 'enabled') throw new AppError('ERR_USER_CREATION_DISABLED');
      await assertWithinPlan(ctx, 'users');
      await assertReferences(ctx, input);
      const id = await addUser(ctx, { ...input, passwordHash, super: false });
      const user = userView(await getUserRow(ctx, id));
      await audit(ctx, { verb: 'user.created', subject: String(id), details: { email: user.email, profile: user.profile } });
      await ctx.publish(userCreated, { user });
      return user;
    }),
  );
}

export type NewUser = Omit<UserInput, 'password'> & { passwordHash: string; super: boolean };

/** Inserts a user without any checks and returns their id. Violates the key `users_email_key` if the address is taken. */
export async function addUser(ctx: Tx, user: NewUser): Promise<number> {
  const at = ctx.now();
  const id = await insertUser(ctx, {
    name: user.name,
    email: user.email,
    password_hash: user.passwordHash,
    profile: user.profile,
    super: user.super,
    all_ticket: user.allTicket === 'enabled',
    export_contacts: user.exportContacts ?? false,
    assignment_capacity: user.assignmentCapacity ?? null,
    connection_id: user.whatsappId ?? null,
    language: user.language ?? null,
    created_at: at,
    updated_at: at,
  });
  await replaceQueues(ctx, id, user.queueIds);
  return id;
}

/**
 * Changes a user. Nobody's own e-mail or password is changed by whoever only found their browser open: that needs the current password, or
 * it is refused with ERR_CURRENT_PASSWORD (issue: `required` or `wrong`), and after too many wrong ones with ERR_TOO_MANY_REQUESTS. A new
 * password ends the user's sessions, except the one that made the change. A new profile invalidates the access tokens, so that clients fetch
 * one with the new claims. What they had open and may no longer see waits again, by a reaction.
 * ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_LAST_ADMIN, ERR_EMAIL_ALREADY_EXISTS.
 */
export async function updateUser(ctx: Ctx, userId: number, changes: UserChanges): Promise<UserView> {
  await assertThemselves(ctx, userId, changes);
  const passwordHash = changes.password ? await hashPassword(changes.password) : undefined;
  return refusingDuplicates(takenEmail, () =>
    transaction(ctx, async (ctx) => {
      // Always lock admins before the user, so that two concurrent changes wait for each other instead of deadlocking.
      const admins = changes.profile ? await lockAdmins(ctx) : [];
      const row = await lockUserRow(ctx, userId);
      if (!row) throw new AppError('ERR_NO_USER_FOUND');
      const before = userOf(row);
      const allTicket = changes.allTicket ? changes.allTicket === 'enabled' : undefined;
      must(mayChange(ctx.actor, before, { ...changes, allTicket }));
      if (changes.profile) must(keepsAnAdmin(admins, userId, changes.profile));
      await assertReferences(ctx, changes);

      const { name, email, profile, exportContacts, assignmentCapacity, whatsappId, language, sendWith } = changes;
      const fields = { name, email, profile, language, send_with: sendWith, all_ticket: allTicket, export_contacts: exportContacts };
      await saveUser(ctx, userId, {
        ...fields,
        assignment_capacity: assignmentCapacity,
        connection_id: whatsappId,
        password_hash: passwordHash,
        updated_at: ctx.now(),
      });
      if (changes.queueIds) await replaceQueues(ctx, userId, changes.queueIds);
      if (passwordHash) await endSessionsOf(ctx, userId, ctx.actor.kind === 'user' && ctx.actor.id === userId ? ctx.actor.sessionId : null);
      if (profile && profile !== before.profile) await raiseTokenVersion(ctx, userId);

      const user = userView(await getUserRow(ctx, userId));
      await audit(ctx, {
        verb: 'user.changed',
        subject: String(userId),
        details: { fields: changedFields(row, user, passwordHash !== undefined) },
      });
      await ctx.publish(userChanged, { user });
      if (profile || changes.queueIds) await ctx.publish(userRoleSaved, { userId });
      return user;
    }),
  );
}

/** Sets a user's password without asking for the former one, and ends all their sessions. */
export async function setPassword(ctx: Tx, userId: number, passwordHash: string): Promise<void> {
  await lockUserRow(ctx, userId);
  await saveUser(ctx, userId, { password_hash: passwordHash, updated_at: ctx.now() });
  await raiseTokenVersion(ctx, userId);
  await endSessionsOf(ctx, userId);
  await announceUser(ctx, userId);
}

/** The user, locked until the transaction ends, whom the caller may change. ERR_NO_USER_FOUND, ERR_NO_PERMISSION. */
export async function lockChangeableUser(ctx: Tx, userId: number): Promise<User> {
  const row = await lockUserRow(ctx, userId);
  if (!row) throw new AppError('ERR_NO_USER_FOUND');
  const user = userOf(row);
  must(mayChange(ctx.actor, user, {}));
  return user;
}

/** Notes whether the user signs in with a code too. Everybody's rights are looked at again, since those of operators may hang on it. */
export async function markSecondFactor(ctx: Tx, userId: number, on: boolean): Promise<void> {
  await saveUser(ctx, userId, { second_factor: on });
  await announceUser(ctx, userId);
}

/** All processes check again which sessions of the user are left. */
export function recheckSessions(ctx: Tx, userId: number): Promise<void> {
  return announceUser(ctx, userId);
}

/** All processes, and the operators' browsers, look again at what each operator may do, whatever their company. */
export async function recheckOperators(ctx: PlatformCtx): Promise<void> {
  const operators = await platformTransaction(ctx, listOperators);
  for (const { company_id, id } of operators) await transaction(asSystem(ctx, mintCompanyId(company_id)), (ctx) => announceUser(ctx, id));
}

/** Adds an operator to the company of those that are there. Answers its id. ERR_NO_COMPANY_FOUND, ERR_EMAIL_ALREADY_EXISTS. */
export function addOperator(ctx: PlatformCtx, who: { name: string; email: string; passwordHash: string }): Promise<CompanyId> {
  return refusingDuplicates(takenEmail, () =>
    platformTransaction(ctx, async (ctx) => {
      const found = await findOperatorsCompany(ctx);
      if (found === null) throw new AppError('ERR_NO_COMPANY_FOUND');
      const companyId = mintCompanyId(found);
      await withinCompany(ctx, companyId, async (ctx) => {
        const id = await addUser(ctx, { ...who, super: true, profile: 'admin', queueIds: [], allTicket: 'enabled' });
        await audit(ctx, { verb: 'user.operatorAdded', subject: String(id), details: { email: who.email } });
      });
      return companyId;
    }),
  );
}

/** Removes a user: their sessions end, the e-mail is free again, reactions return their tickets. ERR_OWN_USER, ERR_LAST_ADMIN. */
export function deleteUser(ctx: Ctx, userId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const admins = await lockAdmins(ctx);
    const row = await lockUserRow(ctx, userId);
    if (!row) throw new AppError('ERR_NO_USER_FOUND');
    must(mayDelete(ctx.actor, userOf(row)));
    must(keepsAnAdmin(admins, userId, null));
    await saveUser(ctx, userId, { deleted_at: ctx.now(), online: false });
    await raiseTokenVersion(ctx, userId);
    await endSessionsOf(ctx, userId);
    await audit(ctx, { verb: 'user.deleted', subject: String(userId), details: { email: row.email } });
    await ctx.publish(userDeleted, { userId });
  });
}

/** Locks a user who is given something, so that deleting them waits and then finds it. Null if they are gone. */
export async function holdUser(ctx: Tx, userId: number): Promise<User | null> {
  const row = await shareUserRow(ctx, userId);
  return row && userOf(row);
}

/** Marks the user as online; announces it if that is a change. */
export function markOnline(ctx: Ctx | Tx, userId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (await savePresence(ctx, userId, true, ctx.now())) await announceUser(ctx, userId);
  });
}

/** The caller is away, or back: whether conversations are assigned to them. ERR_NO_USER_FOUND. */
export function setAway(ctx: Ctx, away: boolean): Promise<UserView> {
  return transaction(ctx, async (ctx) => {
    if (ctx.actor.kind !== 'user') throw new AppError('ERR_NO_USER_FOUND');
    const { id } = ctx.actor;
    await saveUser(ctx, id, { away });
    const user = userView(await getUserRow(ctx, id));
    await ctx.publish(userChanged, { user });
    return user;
  });
}

/** Marks the user as offline; announces it if that is a change. */
export function markOffline(ctx: Ctx | Tx, userId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (await savePresence(ctx, userId, false, null)) await announceUser(ctx, userId);
  });
}

/** The user signed out: marks them as offline, and all processes check again which of their sessions are left. */
export async function markSignedOut(ctx: Tx, userId: number): Promise<void> {
  await savePresence(ctx, userId, false, null);
  await announceUser(ctx, userId);
}

/** Marks users as offline who gave no sign of life for some minutes. */
export async function markSilentOffline(ctx: PlatformCtx): Promise<void> {
  const silent = await platformTransaction(ctx, (ctx) => listSilent(ctx, silentSince(ctx.now()), 500));
  for (const { company_id, id } of silent) await markOffline(asSystem(ctx, mintCompanyId(company_id)), id);
}

/** Takes a deleted queue from all users. */
export function leaveQueue(ctx: Ctx, queueId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    for (const userId of await removeQueue(ctx, queueId)) await announceUser(ctx, userId);
  });
}

/** Takes a deleted connection from all users. */
export function leaveConnection(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    for (const userId of await removeConnection(ctx, connectionId, ctx.now())) await announceUser(ctx, userId);
  });
}

async function announceUser(ctx: Tx, userId: number): Promise<void> {
  const row = await findUserRow(ctx, userId);
  if (row) await ctx.publish(userChanged, { user: userView(row) });
}

async function assertThemselves(ctx: Ctx, userId: number, { email, password, currentPassword }: UserChanges): Promise<void> {
  if (ctx.actor.kind !== 'user' || ctx.actor.id !== userId) return;
  const { before, hash } = await reading(ctx, async (ctx) => ({
    before: await getUserRow(ctx, userId),
    hash: await findPasswordHash(ctx, userId),
  }));
  if (!password && (email === undefined || email === before.email)) return;
  await prove(ctx, userId, hash, currentPassword);
}

/**
 * Is this the password of the signed-in user? ERR_CURRENT_PASSWORD (issue: `required` or `wrong`) if not, and after too many wrong ones
 * ERR_TOO_MANY_REQUESTS.
 */
export async function provePassword(ctx: Ctx, userId: number, currentPassword: string): Promise<void> {
  await prove(ctx, userId, await reading(ctx, (ctx) => findPasswordHash(ctx, userId)), currentPassword);
}

async function prove(ctx: Ctx, userId: number, hash: string | null, currentPassword: string | null | undefined): Promise<void> {
  const refusal = (code: string) => new AppError('ERR_CURRENT_PASSWORD', undefined, [{ path: 'body.currentPassword', code }]);
  if (!currentPassword) throw refusal('required');
  const attempts = passwordKeys(userId);
  await countAttempt(ctx, attempts);
  if (!(await verifyPassword(hash, currentPassword))) throw refusal('wrong');
  await forgiveAttempts(ctx, attempts);
}

async function assertReferences(ctx: Tx, { queueIds, whatsappId }: Pick<UserChanges, 'queueIds' | 'whatsappId'>): Promise<void> {
  if (queueIds) await holdQueues(ctx, queueIds);
  if (whatsappId && !(await holdConnection(ctx, whatsappId))) throw new AppError('ERR_NO_WAPP_FOUND');
}

async function getUserRow(ctx: Reader | Tx, id: number): Promise<UserRow> {
  const row = await findUserRow(ctx, id);
  if (!row) throw new AppError('ERR_NO_USER_FOUND');
  return row;
}

function changedFields(row: UserRow, after: UserView, password: boolean): string[] {
  const before = userView(row);
  const fields = (
    ['name', 'email', 'profile', 'allTicket', 'exportContacts', 'assignmentCapacity', 'whatsappId', 'language', 'sendWith'] as const
  ).filter((field) => before[field] !== after[field]);
  const queues = JSON.stringify(before.queues) !== JSON.stringify(after.queues) ? ['queues'] : [];
  return [...fields, ...queues, ...(password ? ['password'] : [])];
}
