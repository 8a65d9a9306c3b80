import type { MantineColorsTuple } from '@mantine/core';

const scale = (...steps: [string, string, string, string, string, string, string, string, string, string]): MantineColorsTuple => steps;

/** The colour scales, for the style sheet of the theme: the app itself only names the variables there. */
export const colors = {
  gray: scale('#f9fbfb', '#f3f6f7', '#eaefef', '#dfe4e4', '#c6cece', '#8c9696', '#5e6969', '#4b5757', '#2d393a', '#141e1e'),
  dark: scale('#e4e9e9', '#ccd2d3', '#b4bcbd', '#97a0a2', '#6e7879', '#343c3d', '#252e2f', '#1b2324', '#141a1b', '#0d1213'),
  teal: scale('#eef9f8', '#daf2f1', '#bae6e3', '#93d4d1', '#69bdba', '#44a29e', '#28807d', '#1a6967', '#125250', '#0b3c3b'),
  green: scale('#effaf0', '#d9f3dd', '#b6e8bf', '#8dd79d', '#64c17b', '#45a861', '#328e4d', '#24733d', '#1d5b30', '#154222'),
  amber: scale('#fff8ea', '#fdedcd', '#fcdb9f', '#f8c46e', '#edad44', '#da942c', '#b9751b', '#945919', '#734217', '#552e11'),
  red: scale('#fff3f2', '#ffe3e0', '#ffc8c3', '#ffa8a1', '#f7817c', '#e65e5c', '#cc4143', '#ac2b30', '#892225', '#64191a'),
  blue: scale('#f0f8ff', '#ddedff', '#beddfd', '#99c7f8', '#6faeef', '#4895df', '#297cc7', '#1164a9', '#0b4f87', '#093963'),
};
