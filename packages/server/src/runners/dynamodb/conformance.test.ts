import { AWS_KEYS, awsError, awsService } from '../../testing/aws-stub.ts'
import {
  cannedAnswers,
  cannedStub,
  ENDLESS,
  FAILING,
  NOT_OVER_HTTP,
  pagesOf,
  plainText,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { NO_DATA } from '../runner.ts'
import dynamodb from './index.ts'

// A stub of the API (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference). Types are the type tags of attribute values.

const { tableOf, facts } = cannedAnswers({
  integer: 'N',
  text: 'S',
  write: String,
  values: {
    nulls: { types: ['NULL', 'NULL'], sent: [[true, true]], rows: [[null, null]] },
    integers: {
      types: ['N'],
      sent: [['-9223372036854775808'], ['9223372036854775807']],
      rows: [[-(2n ** 63n)], [2n ** 63n - 1n]],
      storage: ['int64'],
    },
    decimals: {
      types: ['N'],
      sent: [['-123456789012345678901234567890.12345678'], ['0.5']],
      rows: [['-123456789012345678901234567890.12345678'], ['0.5']],
      storage: ['number_text'],
    },
    floats: notApplicable('numbers are decimal'),
    booleans: { types: ['BOOL'], sent: [[true], [false]], rows: [[true], [false]], storage: ['boolean'] },
    texts: { types: ['S'], sent: [['naïve 🐘 漢字']], rows: [['naïve 🐘 漢字']] },
    emptyTexts: { types: ['S'], sent: [['']], rows: [['']] },
    dates: { types: ['S'], sent: [['2024-02-29']], rows: [['2024-02-29']] },
    wallClocks: { types: ['S'], sent: [['2024-03-31T01:59:59.123']], rows: [['2024-03-31T01:59:59.123']] },
    instants: { types: ['S'], sent: [['2024-03-31T01:59:59.5Z']], rows: [['2024-03-31T01:59:59.5Z']] },
    binary: { types: ['B'], sent: [['AP/e']], rows: [['00ffde']] },
    nested: {
      types: ['L', 'M'],
      sent: [[[{ N: '1' }, { NULL: true }], { a: { S: 'x' } }]],
      rows: [['[1,null]', '{"a":"x"}']],
      storage: ['json', 'json'],
    },
    strange: { types: ['NS', 'SS'], sent: [[['1', '2.5'], ['a']]], rows: [['[1,2.5]', '["a"]']] },
  },
})

function pageOf(statement: string, page: number): unknown {
  const text = plainText(statement)
  if (text === FAILING)
    return awsError('ValidationException', "Statement wasn't well formed, can't be processed: Unexpected term: colour")
  if (text === ENDLESS) return { Items: [{ n: { N: '1' } }], NextToken: 'more' }
  const { columns, rows } = tableOf(text) ?? { columns: [], rows: [] }
  const pages = pagesOf(rows)
  const Items = (pages[page] ?? []).map((row) =>
    Object.fromEntries(columns.map(({ name, type }, at) => [name, { [type]: row[at] }])),
  )
  return { Items, ...(page + 1 < pages.length ? { NextToken: String(page + 1) } : {}) }
}

const stub = cannedStub(
  awsService(({ action, input }) => {
    switch (action) {
      case 'DynamoDB_20120810.ExecuteStatement':
        return pageOf(String(input.Statement), Number(input.NextToken ?? 0))
      case 'DynamoDB_20120810.ListTables':
        return { TableNames: ['orders'] }
      default:
        return { Table: { TableName: input.TableName, AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }] } }
    }
  }),
)
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ region: 'eu-west-1', access_key: AWS_KEYS.accessKey, secret_key: AWS_KEYS.secretKey, endpoint: stub.url() },
  ...changes,
})
const between = notApplicable('between two pages it does nothing for a run')

describeConformance(dynamodb, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({ options: options({ endpoint: UNREACHABLE.url }), message: UNREACHABLE.message }),
    password: () => ({ options: options({ secret_key: 'another' }), message: /^The request signature does not match\.$/ }),
    database: () => ({
      options: options({ endpoint: '', region: 'nowhere/' }),
      message: /^"nowhere\/" is not the name of a region\.$/,
    }),
  },
  repeatedNames: notApplicable('names of attributes are unique'),
  noRows: notApplicable('items tell the columns'),
  noResultSet: { text: "INSERT INTO t VALUE {'id': 1}", message: NO_DATA },
  slow: between,
  endless: between,
  isWorkingOn: between,
  failing: { text: FAILING, message: /Unexpected term: colour$/ },
  severalStatements: notApplicable('one statement runs at a time, and a text with more is refused'),
  schema: { tables: { orders: ['id'] } },
  stoppable: false,
})
