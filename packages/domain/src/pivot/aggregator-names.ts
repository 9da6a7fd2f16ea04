import { i18n } from '../language/i18n.ts'

const names: Readonly<Record<string, () => string>> = {
  Count: () => i18n._('Count'),
  'Count Unique Values': () => i18n._('Count Unique Values'),
  'List Unique Values': () => i18n._('List Unique Values'),
  Sum: () => i18n._('Sum'),
  'Integer Sum': () => i18n._('Integer Sum'),
  Average: () => i18n._('Average'),
  Median: () => i18n._('Median'),
  'Sample Variance': () => i18n._('Sample Variance'),
  'Sample Standard Deviation': () => i18n._('Sample Standard Deviation'),
  Minimum: () => i18n._('Minimum'),
  Maximum: () => i18n._('Maximum'),
  First: () => i18n._('First', {}, { context: 'of the values in a group' }),
  Last: () => i18n._('Last', {}, { context: 'of the values in a group' }),
  'Sum over Sum': () => i18n._('Sum over Sum'),
  '80% Upper Bound': () => i18n._('80% Upper Bound'),
  '80% Lower Bound': () => i18n._('80% Lower Bound'),
  'Sum as Fraction of Total': () => i18n._('Sum as Fraction of Total'),
  'Sum as Fraction of Rows': () => i18n._('Sum as Fraction of Rows'),
  'Sum as Fraction of Columns': () => i18n._('Sum as Fraction of Columns'),
  'Count as Fraction of Total': () => i18n._('Count as Fraction of Total'),
  'Count as Fraction of Rows': () => i18n._('Count as Fraction of Rows'),
  'Count as Fraction of Columns': () => i18n._('Count as Fraction of Columns'),
}

/** The name of an aggregator for its reader. @param stored the stored name, which is the English one */
export const aggregatorName = (stored: string): string => names[stored]?.() ?? stored
