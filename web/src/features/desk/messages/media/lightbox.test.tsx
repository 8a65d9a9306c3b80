import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { Lightbox } from './lightbox.tsx';

const photo = (id: number) => makeMessage(id, { mediaType: 'image', mediaState: 'ready', mediaUrl: `/m/${id}.jpg`, body: `Foto ${id}` });
const pictures = [photo(1), photo(2), photo(3)];

function open(start = 2) {
  const onClose = vi.fn();
  renderUi(<Lightbox pictures={pictures} start={photo(start)} onClose={onClose} />);
  return onClose;
}
const shown = () => screen.getByRole('img').getAttribute('src');
const look = () => screen.getByRole('img').style.transform;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const key = (name: string) => fireEvent.keyDown(screen.getByRole('img'), { key: name });

test('it opens at the picture that was chosen and goes through the others, up to the ends', () => {
  open();
  expect(shown()).toBe('/m/2.jpg');
  press('Próxima foto');
  key('ArrowRight');
  expect(shown()).toBe('/m/3.jpg');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Próxima foto' }).disabled).toBe(true);
  key('ArrowLeft');
  key('ArrowLeft');
  key('ArrowLeft');
  expect(shown()).toBe('/m/1.jpg');
  expect(screen.getByRole('link', { name: 'Baixar arquivo' }).getAttribute('href')).toBe('/m/1.jpg');
});

test('it enlarges, turns and never shrinks below the whole; another picture begins plain', () => {
  open();
  press('Aumentar');
  key('r');
  expect(look()).toBe('translate(0px, 0px) rotate(90deg) scale(1.4)');
  for (let times = 0; times < 3; times += 1) key('-');
  expect(look()).toContain('scale(1)');
  for (let times = 0; times < 12; times += 1) key('+');
  expect(look()).toContain('scale(6)');
  press('Foto anterior');
  expect(look()).toBe('translate(0px, 0px) rotate(0deg) scale(1)');
});

test('it closes', () => {
  const onClose = open();
  press('Fechar');
  expect(onClose).toHaveBeenCalledOnce();
});
