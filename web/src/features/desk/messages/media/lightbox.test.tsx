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

test('an enlarged picture is dragged, one that is whole is not; two clicks enlarge it and make it whole again', () => {
  open();
  const view = screen.getByRole('img').parentElement as HTMLElement;
  view.setPointerCapture = () => undefined;
  const drag = () => {
    fireEvent.pointerDown(view, { pointerId: 1, clientX: 10, clientY: 10 });
    fireEvent.pointerMove(view, { clientX: 40, clientY: 25 });
    fireEvent.pointerUp(view);
    fireEvent.pointerMove(view, { clientX: 99, clientY: 99 });
  };
  drag();
  expect(look()).toContain('translate(0px, 0px)');
  fireEvent.doubleClick(view);
  drag();
  expect(look()).toBe('translate(30px, 15px) rotate(0deg) scale(2.5)');
  fireEvent.doubleClick(view);
  expect(look()).toBe('translate(0px, 0px) rotate(0deg) scale(1)');
  fireEvent.wheel(view, { deltaY: -1 });
  expect(look()).toContain('scale(1.15)');
});

test('a picture alone has nothing before and after it, and says who sent it and its caption', () => {
  renderUi(<Lightbox pictures={[photo(1)]} start={photo(1)} onClose={() => undefined} />);
  expect(screen.queryByRole('button', { name: 'Próxima foto' })).toBeNull();
  expect(screen.getByText('Foto 1')).toBeShown();
});
