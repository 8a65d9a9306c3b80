// A long conversation: what was found in it from the list, several messages at once, and the contact beside it.
import { givenOpenTicket } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';
import { fileOf } from './media.ts';

test('a search leads to a message far back; several are passed on; the contact is blocked, merged, and its panel put in order', async ({
  desk,
  open,
}) => {
  const [helena, otavio, twin] = [desk.customer('Helena Sampaio'), desk.customer('Otávio Brandão'), desk.customer('Helena Sampaio Lima')];
  const ticket = await givenOpenTicket(desk, desk.ana, helena, 'A RÉTIRADA é na terça, no portão da rua de trás');
  const other = await givenOpenTicket(desk, desk.ana, otavio);
  await givenOpenTicket(desk, desk.ana, twin);
  const { createdAt } = await desk.ana.call('POST /ticket-notes', {
    body: { ticketId: ticket.id, contactId: ticket.contactId, note: 'combinei a retirada com a portaria' },
  });
  // Messages carry whole seconds: what is written within that of the note stands before it.
  await expect.poll(() => Date.now()).toBeGreaterThan(Math.ceil(Date.parse(createdAt) / 1000) * 1000);
  for (let n = 1; n <= 44; n += 1) await helena.text(`Pergunta ${n}`);
  for (const body of ['Resposta um', 'Resposta dois']) {
    await desk.ana.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body } });
  }

  const page = await open(desk.ana, '/tickets?tab=search&q=retirada', look('light'));
  const found = page.getByRole('list', { name: 'Encontrado em Helena Sampaio' });
  await expect(found.getByText('Nota:')).toBeVisible();
  await expect(found.locator('mark')).toHaveText(['retirada', 'RÉTIRADA']);
  await examine(page, 'search-hits', { on: ['wide', 'phone'], themes: ['light', 'dark'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await found.getByRole('button', { name: /Nota:/ }).click();
  const talk = page.getByRole('log', { name: 'Mensagens' });
  await expect(talk.getByText('combinei a retirada com a portaria')).toBeInViewport();
  const find = page.getByRole('search').filter({ has: page.getByRole('searchbox', { name: 'Buscar nesta conversa' }) });
  await expect(find.getByRole('status')).toHaveText(/ de 2$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ir para o fim' }).click();
  await found.getByRole('button', { name: /Helena:/ }).click();
  await expect(talk.getByText('no portão da rua de trás')).toBeInViewport();
  await expect(find.getByRole('searchbox')).toHaveValue('retirada');
  await expect(find.getByRole('status')).toHaveText('2 de 2');
  await examine(page, 'search-jump', { on: ['wide'], themes: ['dark'] });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ir para o fim' }).click();
  await page.getByRole('button', { name: 'Buscar nesta conversa' }).click();
  await find.getByRole('searchbox').fill('pergunta 2');
  await expect(find.getByRole('status')).toHaveText('1 de 11');
  await page.keyboard.press('Escape');

  const bubble = (text: string) => talk.getByRole('article').filter({ hasText: text });
  await bubble('Resposta um').hover();
  await bubble('Resposta um').getByRole('button', { name: 'Mais sobre esta mensagem' }).click();
  await page.getByRole('menuitem', { name: 'Selecionar' }).click();
  await talk.getByRole('listitem').filter({ hasText: 'Resposta dois' }).getByRole('checkbox').check();
  const chosen = page.getByRole('toolbar', { name: 'Mensagens selecionadas' });
  await expect(chosen).toContainText('2 mensagens selecionadas');
  await chosen.getByRole('button', { name: 'Encaminhar' }).click();
  const forward = page.getByRole('dialog', { name: 'Encaminhar 2 mensagens' });
  await forward.getByRole('checkbox', { name: /Otávio/ }).check();
  await forward.getByRole('button', { name: /^Encaminhar para/ }).click();
  await expect(forward).toBeHidden();
  const passedOn = async () =>
    (await desk.ana.call('GET /messages/:ticketId', { params: { ticketId: other.id } })).messages
      .filter(({ isForwarded }) => isForwarded)
      .map(({ body }) => body);
  await expect.poll(passedOn).toEqual(['Resposta um', 'Resposta dois']);

  // A PDF is seen before it is opened, and opens in place; what only claims to be one is a plain file.
  await helena.document(await fileOf('quote'), 'Orçamento.pdf');
  await helena.document(
    Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
    'Quebrado.pdf',
  );
  const paper = talk.getByRole('button', { name: /^Abrir PDF Orçamento/ });
  await expect(paper).toContainText('Páginas: 1 · PDF');
  await expect(talk.getByTitle('Baixar Quebrado.pdf')).toBeVisible();
  await expect(talk.getByRole('button', { name: /^Abrir PDF Quebrado/ })).toHaveCount(0);
  await examine(page, 'pdf-card', { on: ['wide', 'phone'], themes: ['light', 'dark'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await paper.click();
  const viewer = page.getByRole('dialog', { name: 'Orçamento.pdf' });
  await expect(viewer.getByRole('img', { name: 'Página 1' })).toBeVisible();
  const ink = () =>
    page.evaluate(
      `(() => { const c = document.querySelector('[role=dialog] canvas'); return [...c.getContext('2d').getImageData(0, 0, c.width, c.height).data].filter((v, i) => i % 4 === 0 && v < 128).length; })()`,
    );
  await expect.poll(ink).toBeGreaterThan(100);
  await examine(page, 'pdf-viewer', { on: ['wide', 'phone'], themes: ['light'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  await page.getByRole('button', { name: 'Mais sobre este contato' }).click();
  await page.getByRole('menuitem', { name: 'Bloquear contato…' }).click();
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
  await expect(page.getByText('Contato bloqueado: nada do que escreve chega')).toBeVisible();
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(page.getByText('Contato bloqueado: nada do que escreve chega')).toBeHidden();

  const handles = page.getByRole('button', { name: /^Mover a seção/ });
  const order = () => handles.evaluateAll((all) => all.map((handle) => handle.getAttribute('data-handle')));
  const before = await order();
  await page.getByRole('button', { name: /^Mover a seção Notas/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(order).not.toEqual(before);
  const after = await order();
  await page.reload();
  await expect.poll(order).toEqual(after);
  // By the pointer too; another window of theirs has it at once.
  const device = await page.context().newPage();
  await device.setViewportSize({ width: 1440, height: 900 });
  await device.goto(page.url());
  const there = () =>
    device.getByRole('button', { name: /^Mover a seção/ }).evaluateAll((all) => all.map((each) => each.getAttribute('data-handle')));
  await expect.poll(there).toEqual(after);
  const handle = page.getByRole('button', { name: /^Mover a seção Tags/ });
  await handle.hover();
  await page.mouse.down();
  await page.getByRole('button', { name: /^Mover a seção Identidades/ }).hover({ force: true });
  await page.mouse.up();
  await expect.poll(async () => (await order())[0]).toBe('tags');
  await expect.poll(there).toEqual(await order());
  await device.close();

  const admin = await open(desk.admin, `/tickets/${ticket.uuid}`, look('light'));
  await admin.getByRole('button', { name: 'Mais sobre este contato' }).click();
  await admin.getByRole('menuitem', { name: 'Unir com outro contato…' }).click();
  const choice = admin.getByRole('dialog');
  await choice.getByRole('searchbox').fill('Sampaio Lima');
  await choice.getByRole('button', { name: /Helena Sampaio Lima/ }).click();
  await admin.getByRole('button', { name: 'Juntar contatos' }).click();
  await expect(admin.getByText('Contatos juntados em Helena Sampaio')).toBeVisible();
});
