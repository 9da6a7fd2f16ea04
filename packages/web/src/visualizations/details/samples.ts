import { column, type Sample } from '../samples.ts'

/** One flight per page. */
export const samples: Sample[] = [
  {
    title: 'One row at a time',
    columns: [
      column('flight', 'string'),
      column('departed', 'datetime'),
      column('passengers', 'integer'),
      column('delay_minutes', 'float'),
      column('is_late', 'boolean'),
      column('remark', 'string'),
      column('site', 'string'),
    ],
    rows: [
      ['SL 1204', '2025-11-20T07:45:00', 164, 12.75, true, 'Held for a connecting crew.', 'https://example.org/1204'],
      ['SL 1206', '2025-11-20T09:10:00', 171, -2.5, false, null, 'https://example.org/1206'],
      ['SL 1208', '2025-11-20T11:35:00', 12_048, 0, false, '<b>Full</b> flight', 'https://example.org/1208'],
    ],
    total: null,
    options: { columns: [{ name: 'site', displayAs: 'link', linkTextTemplate: 'Open {{ flight }}' }] },
  },
]
