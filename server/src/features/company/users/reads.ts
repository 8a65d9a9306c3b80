import type { SessionUser, UserView } from '@balcao/contract/users';
import type { Ctx, PlatformTx, Reader, Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { ownCompanyWithPlan } from '../companies/reads.ts';
import { installationSettings } from '../installation/reads.ts';
import { choicesOf, countUserRows, findAdminRow, findUserRow, isAnyUser, listAllUserRows, listUserRows } from './store.ts';
import { choicesView, type User, userOf, userView } from './view.ts';

export type { User } from './view.ts';

/** One page of the company's users, newest first. */
export function listUsers(
  ctx: Ctx,
  query: { pageNumber: number; searchParam: string },
): Promise<{ users: UserView[]; count: number; hasMore: boolean }> {
  return reading(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listUserRows(ctx, query.searchParam, limit, offset),
      () => countUserRows(ctx, query.searchParam),
    );
    return { users: rows.map(userView), ...page };
  });
}

/** All users of the company, oldest first, with few fields. */
export function listAllUsers(ctx: Ctx): Promise<Pick<UserView, 'id' | 'name' | 'email' | 'profile' | 'online' | 'away' | 'queues'>[]> {
  return reading(ctx, async (ctx) => {
    const views = (await listAllUserRows(ctx)).map(userView);
    return views.map(({ id, name, email, profile, online, away, queues }) => ({ id, name, email, profile, online, away, queues }));
  });
}

/** One user; ERR_NO_USER_FOUND. */
export function showUser(ctx: Ctx, userId: number): Promise<UserView> {
  return reading(ctx, async (ctx) => {
    const row = await findUserRow(ctx, userId);
    if (!row) throw new AppError('ERR_NO_USER_FOUND');
    return userView(row);
  });
}

/** A user of the company; null if there is none or they were deleted. */
export async function findUser(ctx: Reader | Tx, userId: number): Promise<User | null> {
  const row = await findUserRow(ctx, userId);
  return row && userOf(row);
}

/** Whom an operator may act as: the given user, or the first admin. Never another operator. */
export async function findAdmin(ctx: Reader | Tx, userId: number | null): Promise<{ id: number } | null> {
  return findAdminRow(ctx, userId);
}

/** The signed-in user with their company, and the version their tokens must have; null if they no longer exist. */
export async function findSessionUser(ctx: Reader | Tx, userId: number): Promise<{ user: SessionUser; tokenVersion: number } | null> {
  const row = await findUserRow(ctx, userId);
  if (!row) return null;
  const { operatorsSecondFactor } = await installationSettings(ctx);
  const secondFactor = { on: row.second_factor, required: row.super && operatorsSecondFactor };
  const choices = await choicesOf(ctx, userId);
  return {
    user: { ...userView(row), company: await ownCompanyWithPlan(ctx), secondFactor, ...choicesView(choices) },
    tokenVersion: row.token_version,
  };
}

/** Does the user sign in with a code too? */
export async function hasSecondFactor(ctx: Reader | Tx, userId: number): Promise<boolean> {
  return (await findUserRow(ctx, userId))?.second_factor ?? false;
}

/** Does this installation have any user? */
export function isInUse(ctx: PlatformTx): Promise<boolean> {
  return isAnyUser(ctx);
}
