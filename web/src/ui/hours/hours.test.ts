import { isOpen } from '@balcao/contract/schedule-rules';
import { expect, test } from 'vitest';
import { holidayProblem, holidayRows, holidaysOf, withNewHoliday } from './holidays.ts';
import { areHoursFine, copyToAllDays, dayText, entriesOf, finishClock, hoursOf, maskClock, rangeProblem, type Schedules } from './hours.ts';

const entry = (weekdayEn: Schedules[number]['weekdayEn'], weekday: string, startTime: string, endTime: string) => ({
  weekdayEn,
  weekday,
  startTime,
  endTime,
});
const week: Schedules = [
  entry('monday', 'Segunda-feira', '08:00', '12:00'),
  entry('monday', 'Segunda-feira', '13:30', '18:00'),
  entry('tuesday', 'Terça-feira', '08:00', '18:00'),
  entry('wednesday', 'Quarta-feira', '', ''),
  entry('thursday', 'Quinta-feira', '22:00', '06:00'),
  entry('friday', 'Sexta-feira', '08:00', '17:00'),
  entry('saturday', 'Sábado', '08:00', '12:00'),
  entry('sunday', 'Domingo', '00:00', '00:00'),
];

test('hours go into the form and come back as they were', () => {
  expect(entriesOf(hoursOf(week))).toEqual(week);
  expect(hoursOf(week).map(dayText)).toEqual([
    '08:00–12:00, 13:30–18:00',
    '08:00–18:00',
    'Aberto o dia todo',
    '22:00–06:00',
    '08:00–17:00',
    '08:00–12:00',
    'Fechado',
  ]);
});

test('a company without hours starts with empty fields, and is open', () => {
  const empty = hoursOf([]);
  expect(empty.every(({ closed, ranges }) => !closed && ranges.length === 1 && ranges[0]?.startTime === '')).toBe(true);
  expect(areHoursFine(empty)).toBe(true);
  const sunday = new Date('2026-11-22T03:00:00Z');
  expect(isOpen({ schedules: entriesOf(empty) }, sunday, 'UTC')).toBe(true);
  expect(isOpen({ schedules: entriesOf(empty.map((day) => ({ ...day, closed: true }))) }, sunday, 'UTC')).toBe(false);
});

test('the ranges of a day are kept in order', () => {
  const [monday] = hoursOf(week);
  const ranges = [...(monday?.ranges ?? [])].reverse();
  expect(entriesOf([{ weekdayEn: 'monday', closed: false, ranges }])).toEqual(week.slice(0, 2));
});

test('times are masked while they are typed and finished when left', () => {
  expect(['0', '08', '083', '0830', '08300', '8', '9:3', '1:30', 'ab1c2', '23:59'].map(maskClock)).toEqual([
    '0',
    '08',
    '08:3',
    '08:30',
    '08:30',
    '08',
    '09:3',
    '01:30',
    '12',
    '23:59',
  ]);
  expect(['', '8', '08', '08:3', '08:30', 'x'].map(finishClock)).toEqual(['', '08:00', '08:00', '08:30', '08:30', '']);
});

test('what cannot be is told at its range', () => {
  const problem = (startTime: string, endTime: string) => {
    const range = { startTime, endTime };
    return rangeProblem(range, [range]);
  };
  expect(problem('', '')).toBeNull();
  expect(problem('08:00', '18:00')).toBeNull();
  expect(problem('22:00', '06:00')).toBeNull();
  expect(problem('08:00', '')).toBe('Preencha o início e o fim.');
  expect(problem('25:00', '26:00')).toBe('Use horas de 00:00 a 23:59.');
  expect(problem('08:00', '08:00')).toContain('marque Fechado');
  const [first, second] = [
    { startTime: '08:00', endTime: '12:00' },
    { startTime: '11:00', endTime: '14:00' },
  ];
  expect(rangeProblem(second, [first, second])).toContain('se sobrepõe');
  expect(rangeProblem(first, [first, second])).toBeNull();
  expect(areHoursFine([{ weekdayEn: 'monday', closed: false, ranges: [first, second] }])).toBe(false);
  expect(areHoursFine([{ weekdayEn: 'monday', closed: true, ranges: [first, second] }])).toBe(true);
});

test('one day is copied to all others', () => {
  const copied = copyToAllDays(hoursOf(week), 'monday');
  expect(new Set(copied.map(dayText))).toEqual(new Set(['08:00–12:00, 13:30–18:00']));
  expect(copied.map(({ weekdayEn }) => weekdayEn)).toEqual(hoursOf([]).map(({ weekdayEn }) => weekdayEn));
});

test('holidays are closed, or open for some hours, and stand once in the list', () => {
  const holidays = [
    { date: '2026-12-25', name: 'Natal' },
    { date: '2026-12-24', from: '08:00', to: '12:00' },
  ];
  const rows = holidayRows(holidays);
  expect(holidaysOf(rows)).toEqual([holidays[1], holidays[0]]);
  const added = withNewHoliday(rows);
  expect(added.map((row) => holidayProblem(row, added))).toEqual([null, null, 'Escolha a data.']);
  const twice = added.map((row) => ({ ...row, date: '2026-12-25' }));
  expect(twice.map((row) => holidayProblem(row, twice))).toEqual([null, 'Esta data já está na lista.', 'Esta data já está na lista.']);
  const christmasEve = (from: string, to: string) => holidayProblem({ row: 0, date: '2026-12-24', name: '', from, to }, []);
  expect(christmasEve('12:00', '12:00')).toBe('O início e o fim são iguais. Para fechar o dia, deixe os dois vazios.');
  expect(christmasEve('20:00', '02:00')).toBeNull();
  expect(holidayRows([{ date: '2026-12-25', from: '00:00', to: '00:00' }])).toMatchObject([{ from: '', to: '' }]);
});
