import {
  Cassandra,
  MariaSQL,
  MSSQL,
  MySQL,
  PLSQL,
  PostgreSQL,
  SQLDialect,
  type SQLDialectSpec,
  SQLite,
  StandardSQL,
} from '@codemirror/lang-sql'

/** The SQL keywords offered while typing. Grammars have hundreds more, which are hardly ever typed. */
export const offeredKeywords =
  'all and anti any as asc asof between by case cast count create cross current_date current_timestamp delete desc describe distinct else end except exclude exists explain extract false fetch filter first following for from full group grouping having ilike in inner insert intersect interval into is join last lateral left like limit not null nulls offset on or order outer over partition pivot preceding qualify range recursive replace returning right rollup row rows sample select semi set sets show similar some summarize table then true unbounded union unnest unpivot update using values when where window with within'.split(
    ' ',
  )

/** Keywords of some grammars that are column names in most queries. */
const columnNames = new Set(
  'action active address admin age alias category catalog channel class code collection comment condition content context cost count cube current cycle data database date day days dec degree depth description destination dictionary domain duration element email end_date event events field file final flag format global goal group_id header host hour hours id identity image index_name instance item key label language length level link list local location log map max mean median member message method min minute minutes mode model module money month months name names nature number object offset_id op option options origin owner page parameter parent password path percent period phase plan platform point policy position precision price priority process product profile public quantity quarter rank rate reason record reference region release result role routine rule schema_name score second seconds section segment sequence service session size source space sql stage start start_date state statement status store style subject sum summary system tag target term text_id time times timestamp_id title token topic total type unit uri url user_id users value values_id variable version view views volume week weeks weight work year years zip zone'.split(
    ' ',
  ),
)

const removeColumnNames = (keywords: string) =>
  keywords
    .split(' ')
    .filter((word) => !columnNames.has(word.toLowerCase()))
    .join(' ')

/** Keywords and types of DuckDB that PostgreSQL does not have. */
const duckdbKeywords =
  'anti asof attach columns describe detach exclude glob install macro pivot pivot_longer pivot_wider positional pragma qualify replace sample semi summarize try_cast unpivot'
const duckdbTypes = 'blob hugeint struct tinyint ubigint uinteger union usmallint utinyint varint'

/** Keywords and types of ClickHouse that standard SQL does not have. */
const clickhouseKeywords = 'anti any asof final format global prewhere sample semi settings totals'
const clickhouseTypes =
  'array bool date32 datetime datetime64 decimal float32 float64 int8 int16 int32 int64 int128 int256 ipv4 ipv6 lowcardinality map nullable string tuple uint8 uint16 uint32 uint64 uint128 uint256 uuid'

/** Keywords and types of the warehouses that standard SQL does not have, and how they quote and comment. */
const warehouseKeywords =
  'anti asof cluster exclude flatten ignore lateral pivot qualify replace respect sample semi unnest unpivot'
const bigqueryTypes = 'array bignumeric bool bytes datetime float64 geography int64 json numeric range string struct'
const snowflakeTypes =
  'array binary boolean geography geometry map number object string timestamp_ltz timestamp_ntz timestamp_tz variant vector'
const sparkTypes = 'array bigint binary boolean byte double long map short string struct timestamp_ntz tinyint variant void'
const hiveTypes = 'array bigint binary boolean double int map string struct tinyint uniontype varchar'
const hiveKeywords = 'anti cluster distribute overwrite posexplode sort stored tblproperties view'
const trinoKeywords = 'match_recognize ordinality try_cast unnest'
const trinoTypes = 'array hyperloglog ipaddress json map qdigest row tdigest tinyint uuid varbinary'
const drillTypes = 'bigint binary boolean double int interval varbinary varchar'
const backticks: SQLDialectSpec = { identifierQuotes: '`', doubleQuotedStrings: true, backslashEscapes: true }

/** Defines a grammar once it is asked for: each has a dictionary of hundreds of words, and a page uses one grammar. */
const withoutColumnNames = ({ spec }: SQLDialect, keywords = '', types = '', lexis: SQLDialectSpec = {}) => {
  let defined: SQLDialect | undefined
  return () => {
    defined ??= SQLDialect.define({
      ...spec,
      ...lexis,
      keywords: removeColumnNames(`${spec.keywords ?? ''} ${keywords}`),
      types: removeColumnNames(`${spec.types ?? ''} ${types}`),
      builtin: removeColumnNames(spec.builtin ?? ''),
    })
    return defined
  }
}

const dialects: Record<string, () => SQLDialect> = {
  postgresql: withoutColumnNames(PostgreSQL),
  mysql: withoutColumnNames(MySQL),
  mariadb: withoutColumnNames(MariaSQL),
  sqlite: withoutColumnNames(SQLite),
  duckdb: withoutColumnNames(PostgreSQL, duckdbKeywords, duckdbTypes),
  transactsql: withoutColumnNames(MSSQL),
  clickhouse: withoutColumnNames(StandardSQL, clickhouseKeywords, clickhouseTypes),
  bigquery: withoutColumnNames(StandardSQL, warehouseKeywords, bigqueryTypes, { ...backticks, hashComments: true }),
  cql: withoutColumnNames(Cassandra),
  databricks: withoutColumnNames(StandardSQL, warehouseKeywords, sparkTypes, backticks),
  drill: withoutColumnNames(StandardSQL, 'flatten lateral unnest', drillTypes, { identifierQuotes: '`' }),
  hive: withoutColumnNames(StandardSQL, `${warehouseKeywords} ${hiveKeywords}`, hiveTypes, backticks),
  oracle: withoutColumnNames(PLSQL),
  snowflake: withoutColumnNames(StandardSQL, warehouseKeywords, snowflakeTypes, {
    backslashEscapes: true,
    doubleDollarQuotedStrings: true,
    slashComments: true,
  }),
  spark: withoutColumnNames(StandardSQL, `${warehouseKeywords} ${hiveKeywords}`, sparkTypes, backticks),
  trino: withoutColumnNames(StandardSQL, trinoKeywords, trinoTypes),
  vertica: withoutColumnNames(PostgreSQL),
}
const standard = withoutColumnNames(StandardSQL)

/** The grammar of a dialect by its API name; standard SQL for an unknown name. */
export const dialectOf = (name: string): SQLDialect => (dialects[name] ?? standard)()
