// The only writer of the orders in which people want their panel.
import type { PanelSection } from '@balcao/contract/panel-order';
import type { Scoped } from '../../../platform/context.ts';

export async function savePanelOrder({ db, companyId }: Scoped, userId: number, sections: PanelSection[]): Promise<void> {
  await db
    .insertInto('panel_orders')
    .values({ company_id: companyId, user_id: userId, sections })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet({ sections }))
    .execute();
}
