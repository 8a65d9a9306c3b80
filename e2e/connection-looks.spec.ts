// How numbers look in every state they can be in: the page, the linking of a phone, the health, the move to another channel.
import type { Page } from '@playwright/test';
import type { Balcao } from './balcao.ts';
import type { Desk } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look, screens } from './looks.ts';

const numbers = {
  waiting: {
    name: 'Pós-venda',
    status: 'qrcode',
    qrcode: 'https://wa.me/settings/linked_devices#2@c29tZSBjb2Rl,cGhvbmU=,a2V5cw==,MQ',
    life: 40,
  },
  letters: { name: 'Feira 2026', status: 'qrcode', pairing_code: 'K7QX2MZA', life: 110 },
  pairing: { name: 'Oficina', status: 'PAIRING' },
  expired: { name: 'Quiosque', status: 'DISCONNECTED', status_reason: 'qr_expired' },
  barred: { name: 'Diretoria', status: 'DISCONNECTED', status_reason: 'passkey_required' },
  silent: { name: 'Loja Sul', status: 'TIMEOUT', status_reason: 'network', number: '5548905550102' },
  replaced: { name: 'SAC', status: 'DISCONNECTED', status_reason: 'replaced', number: '5548905550103' },
  fine: { name: 'Matriz', status: 'CONNECTED', number: '5548905550104' },
};
type Kind = keyof typeof numbers;

test('numbers', async ({ balcao, desk, open }) => {
  test.setTimeout(300_000);
  const page = await open(desk.admin, '/', look());
  const ids = await givenNumbers(balcao, desk);
  await givenHealth(balcao, desk, ids.fine);
  await visit(page, balcao);
  await expect(page.getByRole('button', { name: /^Saúde de Matriz: Atenção/ })).toBeVisible();
  await examine(page, 'numbers');

  await page.setViewportSize(screens.wide);
  await page.getByRole('button', { name: 'Adicionar WhatsApp' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Histórico do celular')).toBeVisible();
  await examine(page, 'wizard-name', { on: ['wide', 'phone'] });

  for (const kind of ['waiting', 'letters'] as const) {
    await become(balcao, desk, ids[kind], kind);
    await visit(page, balcao);
    await page.getByRole('button', { name: `Ver QR Code de ${numbers[kind].name}` }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await examine(page, `link-${kind}`, { on: ['wide', 'phone'] });
  }
  await visit(page, balcao);
  await page.getByRole('button', { name: 'Ver QR Code de Pós-venda' }).click();
  await page.getByText('Código de 8 letras').click();
  await expect(page.getByLabel('Número do celular')).toBeVisible();
  await examine(page, 'link-ask', { on: ['wide', 'phone'] });
  await visit(page, balcao);
  await page.getByRole('button', { name: 'Ver QR Code de Pós-venda' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await become(balcao, desk, ids.waiting, 'pairing');
  await expect(page.getByRole('dialog').getByText(/O celular confirmou/)).toBeVisible();
  await examine(page, 'link-pairing', { on: ['wide', 'phone'] });
  await become(balcao, desk, ids.waiting, 'waiting');
  // When the code has expired, the dialog is gone, and the page says why. A failure stays, with what can be done about it.
  for (const kind of ['expired', 'barred', 'replaced'] as const) {
    await visit(page, balcao);
    await page.getByRole('button', { name: 'Ver QR Code de Pós-venda' }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await become(balcao, desk, ids.waiting, kind);
    if (kind === 'expired') {
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText(told[kind]).first()).toBeVisible();
    } else {
      await expect(page.getByRole('dialog').getByText(told[kind])).toBeVisible();
      await examine(page, `link-${kind}`, { on: ['wide', 'phone'] });
    }
    await become(balcao, desk, ids.waiting, 'waiting');
  }
  // Success stays long enough to be read, then the dialog leaves by itself.
  await visit(page, balcao);
  await page.getByRole('button', { name: 'Ver QR Code de Pós-venda' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await become(balcao, desk, ids.waiting, 'fine');
  await expect(page.getByRole('dialog').getByText(/O número .+ está pronto/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await visit(page, balcao);
  await page.getByRole('button', { name: /^Saúde de Matriz: Atenção/ }).click();
  await expect(page.getByText('Linha do tempo')).toBeVisible();
  await examine(page, 'health', { on: ['wide', 'phone'] });

  await visit(page, balcao);
  await page.getByRole('row').filter({ hasText: 'Matriz' }).getByText('Matriz').click();
  await page.getByRole('tab', { name: 'WhatsApp Web' }).click();
  await examine(page, 'channel', { on: ['wide', 'phone'] });
  await page.getByRole('button', { name: 'Trocar para a Cloud API…' }).click();
  await expect(page.getByText('O que acontece')).toBeVisible();
  await examine(page, 'switch', { on: ['wide', 'phone'] });
});

for (const language of ['en', 'es']) {
  test(`numbers in ${language}`, async ({ balcao, desk, open }) => {
    const page = await open(desk.admin, '/', look());
    await page.evaluate(`localStorage.setItem('i18nextLng', '${language}')`);
    const ids = await givenNumbers(balcao, desk);
    await givenHealth(balcao, desk, ids.fine);
    await visit(page, balcao);
    await examine(page, `numbers-${language}`, { themes: ['light'] });
    await page.getByRole('button', { name: /QR.+Pós-venda/ }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await examine(page, `link-${language}`, { on: ['wide', 'phone'], themes: ['light'] });
    await visit(page, balcao);
    await page.getByRole('button', { name: /Matriz: / }).click();
    await expect(page.getByRole('dialog').getByText('100').first()).toBeVisible();
    await examine(page, `health-${language}`, { on: ['wide', 'phone'], themes: ['light'] });
  });
}

const told: Record<'expired' | 'barred' | 'replaced', RegExp> = {
  expired: /O QR Code venceu/,
  barred: /passkey/,
  replaced: /Outra sessão assumiu/,
};

async function visit(page: Page, { url }: Balcao): Promise<void> {
  await page.setViewportSize(screens.wide);
  await page.goto(`${url}/connections`);
  await expect(page.getByRole('row').nth(3)).toBeVisible();
}

/** Numbers that nobody runs, each in a state of its own. */
async function givenNumbers(balcao: Balcao, { admin }: Desk): Promise<Record<Kind, number>> {
  for (const { name } of Object.values(numbers)) {
    await balcao.sql(
      `insert into connections (company_id, name, channel, webhook_key) values ($1, $2, 'whatsapp_web', md5(random()::text))`,
      [admin.user.companyId, name],
    );
  }
  const listed = await admin.call('GET /whatsapp');
  const ids = {} as Record<Kind, number>;
  for (const kind of Object.keys(numbers) as Kind[]) {
    ids[kind] = listed.find(({ name }) => name === numbers[kind].name)?.id ?? 0;
    await balcao.sql(`update connections set updated_at = now() where company_id = $1 and id = $2`, [admin.user.companyId, ids[kind]]);
  }
  for (const kind of Object.keys(numbers) as Kind[]) await tell(balcao, admin.user.companyId, ids[kind], numbers[kind]);
  return ids;
}

/** Puts the number `id` into the state of another kind. */
function become(balcao: Balcao, { admin }: Desk, id: number, kind: Kind): Promise<void> {
  return tell(balcao, admin.user.companyId, id, numbers[kind]);
}

type State = { status: string; status_reason?: string; qrcode?: string; pairing_code?: string; number?: string; life?: number };

function tell(balcao: Balcao, companyId: number, id: number, state: State): Promise<void> {
  return balcao.sql(
    `update connections set status = $3, status_reason = $4, qrcode = $5, pairing_code = $6, number = $7,
       code_expires_at = now() + make_interval(secs => $8), updated_at = now()
     where company_id = $1 and id = $2`,
    [
      companyId,
      id,
      state.status,
      state.status_reason ?? null,
      state.qrcode ?? '',
      state.pairing_code ?? '',
      state.number ?? null,
      state.life ?? null,
    ],
  );
}

async function givenHealth(balcao: Balcao, { admin }: Desk, id: number): Promise<void> {
  const at = [admin.user.companyId, id];
  await balcao.sql(
    `insert into connection_statuses (company_id, connection_id, at, status, reason)
     select $1, $2, now() - make_interval(mins => ago), status, reason from (values
       (9000, 'OPENING', null), (8999, 'qrcode', null), (8998, 'PAIRING', null), (8997, 'CONNECTED', null),
       (3000, 'TIMEOUT', 'network'), (2974, 'CONNECTED', null), (400, 'DISCONNECTED', 'replaced'), (340, 'OPENING', null), (339, 'CONNECTED', null)
     ) as told (ago, status, reason)`,
    at,
  );
  await balcao.sql(
    `insert into connection_gaps (company_id, connection_id, from_at, to_at, reason, state, recovered, undecryptable, incomplete, checked_at)
     select $1, $2, now() - make_interval(mins => began), now() - make_interval(mins => ended), reason, state, recovered, lacking, incomplete,
       now() - make_interval(mins => checked)
     from (values
       (3000, 2974, 'network', 'closed', 12, 0, false, 2960), (400, 339, 'replaced', 'checking', 31, 2, false, 300),
       (30000, 9000, 'logged_out', 'closed', 148, 0, true, 8990)
     ) as gap (began, ended, reason, state, recovered, lacking, incomplete, checked)`,
    at,
  );
  await balcao.sql(
    `insert into connection_health (company_id, connection_id, new_chats_used, new_chats_total, new_chats_reset_at, limits_at)
     values ($1, $2, 34, 40, now() + interval '1 day', now())`,
    at,
  );
}
