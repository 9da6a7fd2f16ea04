import { plainMarks } from '../format/number.ts'

/** The formats of the tests of this folder. */
export const sampleFormats = {
  dateFormat: 'YYYY-MM-DD',
  dateTimeFormat: 'YYYY-MM-DD HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  nullText: '–',
  numberMarks: plainMarks,
  timeZone: 'UTC',
}
