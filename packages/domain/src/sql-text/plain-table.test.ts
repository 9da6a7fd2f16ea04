import { describe, expect, it } from 'vitest'
import { plainTable } from './plain-table.ts'

const all = { columns: null, where: null, limit: null }

describe('a query that shows rows of one table', () => {
  it.each([
    ['SELECT * FROM orders', 'postgresql', { ...all, table: 'orders' }],
    [
      'select *\nfrom sales."my orders" limit 100; -- the first ones',
      'postgresql',
      { ...all, table: 'sales."my orders"', limit: 100 },
    ],
    ['SELECT id, "Total" FROM orders', 'postgresql', { ...all, table: 'orders', columns: ['id', '"Total"'] }],
    ['SELECT TOP (10) * FROM [my orders]', 'transactsql', { ...all, table: '[my orders]', limit: 10 }],
    ['SELECT TOP 10 * FROM dbo.orders', 'transactsql', { ...all, table: 'dbo.orders', limit: 10 }],
    ['SELECT * FROM ORDERS FETCH FIRST 5 ROWS ONLY', 'oracle', { ...all, table: 'ORDERS', limit: 5 }],
    ['SELECT * FROM `p-1.sales.orders`', 'bigquery', { ...all, table: '`p-1.sales.orders`' }],
    [
      "SELECT * FROM orders WHERE region = 'north' /* and */ OR id IN (SELECT id FROM old LIMIT 5) -- so far\nLIMIT 7",
      'mysql',
      { ...all, table: 'orders', where: "region = 'north' /* and */ OR id IN (SELECT id FROM old LIMIT 5)", limit: 7 },
    ],
  ])('is recognized with its condition and its limit: %s (OPEN-240)', (text, dialect, expected) => {
    expect(plainTable(text, dialect)).toEqual(expected)
  })

  it.each([
    "SELECT * FROM orders WHERE region = '{{ region }}'",
    'SELECT * FROM orders, customers',
    'SELECT * FROM orders o',
    'SELECT * FROM orders JOIN customers USING (id)',
    'SELECT * FROM (SELECT 1 AS n) t',
    'SELECT * FROM generate_series(1, 5)',
    "SELECT * FROM 'orders.csv'",
    'SELECT region, count(*) FROM orders GROUP BY region',
    'SELECT region FROM orders GROUP BY region',
    'SELECT * FROM orders WHERE id > 5 GROUP BY id',
    'SELECT DISTINCT region FROM orders',
    'SELECT region AS r FROM orders',
    'SELECT region, region FROM orders',
    'SELECT orders.region FROM orders',
    'SELECT id, 1 FROM orders',
    'SELECT null FROM orders',
    'SELECT *, id FROM orders',
    'SELECT * FROM orders ORDER BY id LIMIT 5',
    'SELECT * FROM orders LIMIT 5, 10',
    'SELECT * FROM orders LIMIT 5 OFFSET 10',
    'SELECT * FROM orders LIMIT 10 PERCENT',
    'SELECT * FROM orders WHERE id = 1 UNION ALL SELECT * FROM old',
    'SELECT * FROM orders WHERE rownum <= 100',
    'SELECT * FROM orders WHERE (id = 1',
    'SELECT * FROM orders WHERE id = 1)',
    'SELECT * FROM orders WHERE',
    'SELECT * FROM orders FOR UPDATE',
    'SELECT * FROM a.b.c.d.e',
    'SELECT 1; SELECT * FROM orders',
    'WITH o AS (SELECT 1) SELECT * FROM o',
    'SELECT * FROM',
    'SELECT',
    '',
  ])('is not seen in a query that is more than that: %s (OPEN-240)', (text) => {
    expect(plainTable(text, 'postgresql')).toBeNull()
  })
})
