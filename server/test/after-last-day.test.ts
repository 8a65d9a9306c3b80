// What each job does for a company whose last day is over: docs/decisions/0051-after-the-last-day.md. A new job says it here.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { features } from '../src/product.ts';

/** These rest, as the named test shows. */
const rests: Record<string, [file: string, title: string]> = {
  'assignment.assign': [
    'automation/assignment/assignment.test.ts',
    'after the last day of the subscription nobody is given anything until it is paid',
  ],
  'automations.fire': ['automation/automations/automations.test.ts', 'after the last day of the subscription none fires'],
  'campaigns.confirmed': ['outbound/campaigns/flow.test.ts', 'who answers after the subscription has ended gets the text once it is paid'],
  'campaigns.run': ['outbound/campaigns/run.test.ts', 'without the plan, or after the subscription ended, it waits'],
  'chatbot.answerGiven': ['automation/chatbot/bot.test.ts', 'nor does it greet for one, or say where a ticket went'],
  'chatbot.endIdle': ['automation/chatbot/bot.test.ts', 'does nothing for a company whose subscription has ended'],
  'chatbot.sayTransferred': ['automation/chatbot/bot.test.ts', 'nor does it greet for one, or say where a ticket went'],
  // Both kinds of assistants begin a turn by the same rule.
  'integrations.talk': ['automation/prompts/prompts.test.ts', 'the end of the subscription ends what an assistant was about to say'],
  'messages.rejectCall': ['desk/messages/talk.test.ts', 'is only shown once the subscription has ended: nothing is rejected or said'],
  'prompts.answer': ['automation/prompts/prompts.test.ts', 'the end of the subscription ends what an assistant was about to say'],
  'ratings.goodbye': [
    'desk/ratings/actions.test.ts',
    'a ticket that was closed in the last moment of the subscription ends without a word',
  ],
  'schedules.sendDue': ['outbound/schedules/schedules.test.ts', 'a plan without schedules, and a subscription that ended'],
};

/** These go on, for the same reason each. */
const goesOn: Record<string, readonly string[]> = {
  'what comes in is kept, so that nothing is missing after the payment': [
    'messages.retryEvent',
    'messages.fetchMedia',
    'messages.sweep',
    'contacts.fetchPicture',
    'connectionHealth.countGaps',
    'templates.keepInStep',
    'templates.sync',
  ],
  'a person did it while they might; it is carried out': [
    'messages.deliver',
    'messages.sendReaction',
    'messages.tellRead',
    'messages.look',
    'imports.run',
    'contactLists.import',
    'contactLists.check',
    'consent.import',
    'tickets.wake',
  ],
  'it is about paying, or about the account': [
    'invoices.issue',
    'payments.cancel',
    'payments.check',
    'payments.sweep',
    'payments.withdrawLeft',
    'companies.erase',
    'companies.tellWhoRanOut',
    'mails.send',
    'mails.sweep',
  ],
  'it only finds what is due: what it adds rests': [
    'assignment.assignWaiting',
    'assignment.freed',
    'automations.watchClock',
    'campaigns.answered',
    'campaigns.follow',
    'campaigns.plan',
    'campaigns.start',
    'campaigns.sweep',
    'schedules.sweep',
  ],
  'it counts, clears up or tells our own people': [
    'campaigns.announce',
    'notices.deliver',
    'contactLists.follow',
    'contactLists.followFilters',
    'tickets.endRatingWaits',
    'users.markSilentUsers',
    'usage.measure',
    'usage.measureAll',
    'dashboard.keep',
    'dashboard.forgetUntrue',
    'integrations.pruneLog',
    'automations.keepLog',
    'webhooks.keepLog',
    'linkedDevices.pruneSent',
    'connectionHealth.prune',
    'imports.pruneRefused',
    'messages.keepJournalDays',
    'mails.prune',
    'auth.forgetThrottles',
    'connections.pruneStatuses',
    'sessions.forgetEnded',
    'system.removeFiles',
    'system.pruneAudit',
  ],
};

const all = features.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name));

test('every job says what it does after the last day of a company', () => {
  expect([...Object.keys(rests), ...Object.values(goesOn).flat()].toSorted()).toEqual(all.toSorted());
});

test.each(Object.entries(rests))('%s rests', async (_name, [file, title]) => {
  expect(await readFile(join(import.meta.dirname, '../src/features', file), 'utf8')).toContain(`'${title}'`);
});
