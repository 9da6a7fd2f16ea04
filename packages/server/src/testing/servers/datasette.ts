import { join } from 'node:path'
import { answersAt } from '../started-program.ts'
import { program } from './cache.ts'
import { pythonServer } from './python-server.ts'

const VERSION = '0.65.5'

/**
 * Datasette, which serves tables of SQLite as JSON and CSV, page by page or as they are read, and files that libraries of Python wrote.
 */
export const datasetteServer = pythonServer({
  name: 'Datasette',
  version: VERSION,
  packages: [`datasette==${VERSION}`, 'pandas==3.1.1', 'openpyxl==3.1.5', 'xlsxwriter==3.3.1'],
  async prepare({ folder, port, env }) {
    await program('python3', ['-c', WRITER, folder], { env })
    return {
      args: [
        ...['-m', 'datasette', 'serve', join(folder, 'shop.db'), '--host', '127.0.0.1', '--port', String(port)],
        ...['--static', `files:${folder}`, '--setting', 'max_csv_mb', '0'],
      ],
      isReady: () => answersAt(`http://127.0.0.1:${port}/-/versions.json`),
    }
  },
})

/** Rows of the table `numbers`. */
export const NUMBERS = 25_000

/** Writes a database, and the same values as CSV and Excel by different libraries. */
const WRITER = `
import csv, datetime as d, sqlite3, sys
import numpy as np, pandas as pd, openpyxl, xlsxwriter

folder = sys.argv[1] + '/'
shop = sqlite3.connect(folder + 'shop.db')
shop.execute('create table orders (id integer primary key, total real, note text, raw blob, day text)')
shop.executemany('insert into orders values (?, ?, ?, ?, ?)', [
    (3, 0.5, '', b'', ''),
    (2**53 + 1, 0.1, 'naïve 🐘 漢字', b'\\0\\xff', '2024-02-29'),
    (2**63 - 1, -1.5e-300, 'two\\nlines "quoted", \\\\', None, None)])
shop.execute('create table numbers (n integer primary key)')
shop.executemany('insert into numbers values (?)', [(n,) for n in range(${NUMBERS})])
shop.commit()

frame = pd.DataFrame({
    'id': [2**63 - 1, -2**63],
    'text': ['naïve 🐘 漢字', 'two\\nlines "quoted", \\\\'],
    'code': ['007', '#1'],
    'ratio': [0.1, -1.5e-300],
    'odd': [np.inf, -np.inf],
    'none': [np.nan, 2.5],
    'flag': [True, False],
    'day': [d.date(2024, 2, 29), d.date(9999, 12, 31)],
    'at': pd.to_datetime(['2024-03-31 01:59:59.123456', '1969-12-31 23:59:59.999'], format='ISO8601'),
    'seen': pd.to_datetime(['2024-03-31 01:59:59.5+02:00', '2024-01-01 00:00:00Z'], format='ISO8601', utc=True)})
frame.to_csv(folder + 'utf-8.csv', index=False)
frame.to_csv(folder + 'marked.csv', index=False, encoding='utf-8-sig')
frame.to_csv(folder + 'utf-16.csv', index=False, encoding='utf-16')
frame.to_csv(folder + 'packed.csv.gz', index=False)
frame.to_csv(folder + 'quoted.csv', index=False, quoting=csv.QUOTE_ALL, lineterminator='\\r\\n')
frame[['code', 'flag']].to_csv(folder + 'latin.csv', index=False, encoding='cp1252', header=['Größe', 'open'])

sheet = frame.drop(columns=['id', 'odd', 'seen']).assign(n=[1, 42], breaks=['a\\r\\nb', '_x000D_'])
for engine in ['openpyxl', 'xlsxwriter']:
    sheet.to_excel(folder + engine + '.xlsx', index=False, engine=engine)

moment = d.datetime(2024, 2, 29, 13, 14, 15, 678000)
lengths = [d.timedelta(hours=30), d.timedelta(minutes=90)]
for is_1904 in [False, True]:
    book = xlsxwriter.Workbook(folder + ('1904.xlsx' if is_1904 else '1900.xlsx'), {'date_1904': is_1904, 'nan_inf_to_errors': True})
    shown = lambda code: book.add_format({'num_format': code})
    page = book.add_worksheet('Über & Co')
    page.write_row(0, 0, ['day', 'at', 'time', 'length', 'share', 'money', 'formula', 'missing', 'infinite', 'rich', 'merged'])
    for row, length in enumerate(lengths, 1):
        page.write_datetime(row, 0, moment.replace(hour=0, minute=0, second=0, microsecond=0), shown('dd/mm/yyyy'))
        page.write_datetime(row, 1, moment, shown('yyyy-mm-dd hh:mm:ss.000'))
        page.write_datetime(row, 2, d.time(18, 30, 15), shown('hh:mm:ss'))
        page.write_datetime(row, 3, length, shown('[h]:mm:ss'))
        page.write_number(row, 4, 0.125, shown('0.0%'))
        page.write_number(row, 5, -1234.5, shown('[$€-407] #,##0.00;[Red]-#,##0.00 "dy"'))
        page.write_formula(row, 6, '=6*7', None, 42)
        page.write_formula(row, 7, '=NA()', None, '#N/A')
        page.write_number(row, 8, float('inf'))
        page.write_rich_string(row, 9, 'plain ', book.add_format({'bold': True}), 'bold', ' end')
    page.merge_range(1, 10, 2, 10, 'both')
    hidden = book.add_worksheet('Hidden')
    hidden.hide()
    hidden.write_column(2, 1, ['off', 5, 6])
    book.close()

book = openpyxl.Workbook(iso_dates=True)
book.active.append(['day', 'at', 'time', 'length', 'error'])
book.active.append([moment.date(), moment, d.time(18, 30, 15, 250000), lengths[0], '#DIV/0!'])
book.save(folder + 'iso.xlsx')
`
