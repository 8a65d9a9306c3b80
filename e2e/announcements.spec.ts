// What operators tell everybody and explain on video, and what a person notes for themselves.
import { type Client, signIn } from '../server/test/client.ts';
import { newIp } from '../server/test/people.ts';
import type { Balcao } from './balcao.ts';
import { type Desk, givenDesk, password } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look, screens } from './looks.ts';
import { fileOf } from './media.ts';

test('what an operator announces is seen at once by a person of another company, who reads it', async ({ balcao, desk, open }) => {
  test.setTimeout(120_000);
  const elsewhere = await givenDesk(balcao);
  const operator = await open(await givenOperator(balcao, desk), '/announcements', look());
  const ana = await open(elsewhere.ana, '/contacts', look());
  await expect(ana.getByRole('button', { name: 'Informativos', exact: true })).toBeVisible();

  await operator.getByRole('button', { name: 'Adicionar informativo' }).first().click();
  const dialog = operator.getByRole('dialog', { name: 'Adicionar informativo' });
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialog.getByText('Obrigatório')).toHaveCount(2);
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Manutenção no domingo');
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('O sistema para às 3h por meia hora.\nAs mensagens chegam depois.');
  await dialog.getByRole('combobox', { name: 'Prioridade' }).selectOption('Alta');
  const picture = { name: 'aviso.jpg', mimeType: 'image/jpeg', buffer: await fileOf('sofa') };
  await dialog.locator('input[type=file]').setInputFiles(picture);
  await examine(operator, 'announcement-dialog', { on: ['wide', 'phone'] });
  await operator.setViewportSize(screens.wide);
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(operator.getByRole('row', { name: /Manutenção no domingo.*Alta.*aviso\.jpg.*Ativo/ })).toBeVisible();
  await examine(operator, 'announcements');
  await operator.setViewportSize(screens.wide);

  await ana.getByRole('button', { name: 'Informativos: 1 não lido' }).click();
  await expect(ana.getByRole('button', { name: /Manutenção no domingo.*Não lido/ })).toBeVisible();
  await examine(ana, 'announcements-popover', { on: ['wide', 'phone'] });
  await ana.getByRole('button', { name: /Manutenção no domingo.*Não lido/ }).click();
  const opened = ana.getByRole('dialog', { name: 'Manutenção no domingo' });
  await expect(opened.getByText('As mensagens chegam depois.')).toBeVisible();
  await expect.poll(() => opened.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
  await examine(ana, 'announcement-open', { on: ['wide', 'phone'] });
  await ana.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
  const button = ana.getByRole('button', { name: 'Informativos', exact: true });
  await expect(button).toBeFocused();
  await ana.reload();
  await expect(button).toBeVisible();

  await operator.getByRole('row', { name: /Manutenção no domingo/ }).click();
  const editing = operator.getByRole('dialog', { name: 'Editar informativo' });
  await button.click();
  await expect(ana.getByText('Manutenção no domingo')).toBeVisible();
  await editing.getByRole('switch', { name: /^Ativo/ }).uncheck();
  await editing.getByRole('button', { name: 'Salvar' }).click();
  await expect(operator.getByRole('row', { name: /Manutenção no domingo.*Inativo/ })).toBeVisible();
  await expect(ana.getByText('Nenhum informativo')).toBeVisible();

  await ana.goto(new URL('/announcements', ana.url()).href);
  await expect(ana.getByRole('alert').filter({ hasText: 'não possui permissão' })).toBeVisible();
  await expect(ana).toHaveURL(/\/tickets$/);
});

test('a help video is there at once, and Escape closes it', async ({ balcao, desk, open, faults }) => {
  faults.allowed.push(/^outside: https:\/\/(i\.ytimg\.com|www\.youtube-nocookie\.com)\//);
  const elsewhere = await givenDesk(balcao);
  const operator = await open(await givenOperator(balcao, desk), '/settings?tab=helps', look());
  const ana = await open(elsewhere.ana, '/settings?tab=helps', look());
  await expect(ana.getByRole('tab', { name: 'Opções' })).toBeVisible();
  await expect(ana.getByRole('tab', { name: 'Ajuda' })).toHaveCount(0);
  const image = await fileOf('sofa');
  await ana.context().route('https://i.ytimg.com/**', (route) => route.fulfill({ contentType: 'image/jpeg', body: image }));
  const film = '<html lang="pt"><title>Vídeo</title><body style="background:#000"></body></html>';
  await ana.context().route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ contentType: 'text/html', body: film }));
  await ana.goto(new URL('/helps', ana.url()).href);
  await expect(ana.getByText('Nenhum vídeo ainda')).toBeVisible();

  await operator.getByRole('button', { name: 'Adicionar vídeo' }).first().click();
  const dialog = operator.getByRole('dialog', { name: 'Adicionar vídeo' });
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Atender pelo WhatsApp');
  await dialog.getByRole('textbox', { name: 'Descrição' }).fill('Como aceitar, responder e encerrar um atendimento.');
  await dialog.getByRole('textbox', { name: 'Código do vídeo' }).fill('https://example.com/filme');
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialog.getByText('Cole o endereço ou o código de um vídeo do YouTube.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Código do vídeo' }).fill('https://youtu.be/dQw4w9WgXcQ?t=3');
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(operator.getByRole('row', { name: /Atender pelo WhatsApp.*dQw4w9WgXcQ/ })).toBeVisible();
  await examine(operator, 'helps-tab', { on: ['wide', 'phone'] });

  const card = ana.getByRole('button', { name: /^Assistir Atender pelo WhatsApp/ });
  await expect(card).toBeVisible();
  await expect(ana.getByRole('heading', { name: 'Ajuda 1' })).toBeVisible();
  await examine(ana, 'helps-cards');
  await card.press('Enter');
  const video = ana.getByRole('dialog', { name: 'Atender pelo WhatsApp' });
  await expect(video.locator('iframe')).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/);
  await examine(ana, 'help-video', { on: ['wide', 'phone'], themes: ['light'] });
  await ana.keyboard.press('Escape');
  await expect(video).toHaveCount(0);
  await expect(card).toBeFocused();
});

test('tasks are kept in the browser, and go to another one as a file', async ({ desk, open }) => {
  const page = await open(desk.ana, '/todolist', look());
  const list = page.getByRole('list', { name: 'Tarefas' });
  await page.getByRole('textbox', { name: 'Nova tarefa' }).fill('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nada por fazer')).toBeVisible();
  for (const text of ['Ligar para a transportadora', 'Conferir o estoque']) {
    await page.getByRole('textbox', { name: 'Nova tarefa' }).fill(text);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Editar Conferir o estoque' }).click();
  await page.getByRole('textbox', { name: 'Tarefa', exact: true }).fill('Conferir o estoque de mesas');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveText([/Conferir o estoque de mesas.*alterada em/, /Ligar para a transportadora/]);
  await examine(page, 'tasks-list');
  await page.setViewportSize(screens.wide);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  const exported = await download;
  expect(exported.suggestedFilename()).toBe('tarefas.json');
  await page.getByRole('button', { name: 'Excluir Ligar para a transportadora' }).click();
  await page.getByRole('dialog', { name: 'Excluir Ligar para a transportadora?' }).getByRole('button', { name: 'Excluir' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  const other = await open(desk.bia, '/todolist');
  await expect(other.getByText('Nada por fazer')).toBeVisible();
  const picker = other.locator('input[type=file]');
  await picker.setInputFiles({ name: 'notas.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(other.getByText('Este arquivo não tem tarefas exportadas daqui.')).toBeVisible();
  await picker.setInputFiles(await exported.path());
  await expect(other.getByText('2 tarefas importadas.')).toBeVisible();
  await expect(other.getByRole('list', { name: 'Tarefas' }).getByRole('listitem')).toHaveCount(2);
});

/** The admin of a company, who is an operator of the platform too. */
async function givenOperator({ url, sql }: Balcao, { admin }: Desk): Promise<Client> {
  await sql('update users set super = true where id = $1', [admin.user.id]);
  return signIn(url, admin.user.email, password, newIp());
}
