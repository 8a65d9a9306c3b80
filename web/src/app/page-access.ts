import { type PlanFlag, planFlags } from '@balcao/contract/plan-rules';
import type { SessionUser } from '@balcao/contract/users';
import { can, useUser } from '../platform/session.ts';
import { useIsStored } from '../platform/storage.ts';

/** What opening a page takes, beside being signed in. */
export type PageRule = {
  only?: 'admin' | 'super';
  /** A feature the company's plan must have. */
  plan?: PlanFlag;
  /** The browser must hold the key `cshow`, which is there while somebody is signed in whose company has its campaigns switched on. */
  cshow?: true;
};

/** The one who looks at the app, as far as pages ask. */
export type Viewer = { admin: boolean; super: boolean; features: ReadonlySet<PlanFlag>; cshow: boolean };

/**
 * `open`; `hidden`: to this person the page does not exist; `refused`: they are told that their company may not open it.
 */
export type Entry = 'open' | 'hidden' | 'refused';

/** May this person open a page? The one rule of menu, palette and router. */
export function entryTo(rule: PageRule, viewer: Viewer): Entry {
  if (rule.only === 'admin' && !viewer.admin) return 'hidden';
  if (rule.only === 'super' && !viewer.super) return 'refused';
  if (rule.plan && !viewer.features.has(rule.plan)) return 'refused';
  return rule.cshow && !viewer.cshow ? 'refused' : 'open';
}

/** An operator who lacks the second factor that operators must have is none. */
function isOperator({ super: operates, secondFactor }: SessionUser): boolean {
  return operates && (secondFactor.on || !secondFactor.required);
}

/** The signed-in person, by their company’s plan. */
export function useViewer(): Viewer {
  const user = useUser();
  const { plan } = user.company;
  return {
    admin: can(user, 'drawer-admin-items:view'),
    super: isOperator(user),
    features: new Set(plan ? planFlags.filter((flag) => plan[flag]) : []),
    cshow: useIsStored('cshow'),
  };
}
