// Sheets whose rows become contacts.

import { contactsChanged } from '../../../../events/contacts.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { addRows, checkRow } from './add-rows.ts';
import { type SheetImport, stepsOf } from './run-import.ts';

export const contactSheets: SheetImport = {
  kind: 'contacts',
  job: defineJob({ name: 'imports.run', ...stepsOf(() => contactSheets) }),
  named: true,
  check: checkRow,
  async add(ctx, _, rows) {
    const { added, refused } = await addRows(ctx, rows, { quiet: true });
    return { created: added.length, refused };
  },
  announce: (ctx, row) => ctx.publish(contactsChanged, { count: row.created, importing: true }),
};
