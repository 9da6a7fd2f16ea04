/** What drawings write when the installation hands them no formats of its own. */
export const defaultFormats = {
  dateFormat: 'DD/MM/YYYY',
  dateTimeFormat: 'DD/MM/YYYY HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  /** The texts of false and true. */
  booleanValues: ['false', 'true'],
} as const
