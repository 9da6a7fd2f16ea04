import {
  cannedAnswers,
  cannedStub,
  idOf,
  JSON_VALUES,
  NOT_OVER_HTTP,
  textOf,
  UNREACHABLE,
} from '../../testing/canned-source.ts'
import { googleError, googleService, keyFile } from '../../testing/google-stub.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import sheets from './index.ts'

// A stub of the API (https://developers.google.com/workspace/sheets/api/reference/rest), where a spreadsheet's key encodes the text.

const { tableOf, facts } = cannedAnswers({
  integer: null,
  text: null,
  phrase: (text) => `${idOf(text)}|0`,
  values: {
    ...JSON_VALUES,
    nulls: {
      types: [null, null],
      sent: [['', 1], []],
      rows: [
        [null, 1n],
        [null, null],
      ],
    },
    integers: { types: [null], sent: [[-1], [2 ** 53]], rows: [[-1n], [2n ** 53n]], storage: ['int64'] },
    emptyTexts: notApplicable('a cell without a text is empty'),
    wallClocks: { types: [null], sent: [['2024-03-31 01:59:59']], rows: [['2024-03-31 01:59:59']] },
    instants: notApplicable('times have no zone'),
    binary: notApplicable('there are no bytes'),
    nested: notApplicable('cells hold single values'),
    strange: { types: [null], sent: [['#REF!']], rows: [['#REF!']] },
  },
})

function answer({ path }: StubCall): StubAnswer {
  const [, key = '', part] = /^\/v4\/spreadsheets\/([^/]+)(\/values\/.+)?$/.exec(path) ?? []
  const table = tableOf(textOf(key))
  if (!table) return googleError(404, 'Requested entity was not found.')
  if (!part) return json({ sheets: [{ properties: { title: 'First', index: 0 } }] })
  return json({
    range: 'First!A1:Z1000',
    majorDimension: 'ROWS',
    values: [table.columns.map(({ name }) => name), ...table.rows],
  })
}

const stub = cannedStub(googleService(answer))
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ jsonKeyFile: keyFile(stub.url()), endpoint: stub.url() },
  ...changes,
})
const left = notApplicable('its connection is closed: the service has no other way')

describeConformance(sheets, {
  ...NOT_OVER_HTTP,
  ...facts,
  options,
  refused: {
    host: () => ({
      options: options({ endpoint: UNREACHABLE.url, jsonKeyFile: keyFile(UNREACHABLE.url) }),
      message: UNREACHABLE.message,
    }),
    password: () => ({
      options: options({ jsonKeyFile: keyFile(stub.url(), { client_email: 'bob@x' }) }),
      message: /^Google refused the key: Invalid JWT/,
    }),
    database: notApplicable('a spreadsheet that is not there is an error of the text'),
  },
  noResultSet: notApplicable('a sheet always has columns'),
  slow: left,
  endless: left,
  isWorkingOn: left,
  failing: { text: 'nowhere|0', message: /^Spreadsheet \(nowhere\) not found\. Make sure you used correct id\.$/ },
  severalStatements: notApplicable('a text names one sheet'),
  schema: notApplicable('which spreadsheets there are is known only to who names them'),
  stoppable: false,
})
