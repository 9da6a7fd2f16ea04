/** A function of a dialect, with the names of its arguments as its documentation has them. */
export interface SqlFunction {
  name: string
  /** In parentheses: `(field, source)`. */
  signature: string
}

/** The functions of every dialect. One a line, or several with a blank between `)` and the next name. */
const common = `
  abs(number) avg(expression) ceil(number) coalesce(value, …) concat(text, …) count(*) cume_dist() dense_rank() exp(number)
  first_value(value) floor(number) lag(value, offset, default) last_value(value) lead(value, offset, default) ln(number)
  lower(text) max(expression) min(expression) nth_value(value, n) ntile(buckets) nullif(value, other) percent_rank()
  power(number, exponent) rank() replace(text, from, to) round(number, digits) row_number() sign(number) sqrt(number)
  sum(expression) trim(text) upper(text)`

const postgresql = `
  age(timestamp, timestamp) array_agg(expression) array_length(array, dimension) array_position(array, element)
  array_to_string(array, delimiter) bool_and(expression) bool_or(expression) char_length(text) cardinality(array)
  corr(y, x) date_bin(stride, source, origin) date_part(field, source) date_trunc(field, source, zone)
  format(pattern, value, …) gen_random_uuid() generate_series(start, stop, step) greatest(value, …) initcap(text)
  json_agg(expression) json_array_elements(json) json_build_object(key, value, …) json_extract_path_text(json, path, …)
  jsonb_agg(expression) jsonb_array_elements(jsonb) jsonb_array_elements_text(jsonb) jsonb_array_length(jsonb)
  jsonb_build_object(key, value, …) jsonb_each(jsonb) jsonb_each_text(jsonb) jsonb_extract_path_text(jsonb, path, …)
  jsonb_object_agg(key, value) jsonb_object_keys(jsonb) jsonb_path_query(jsonb, path) jsonb_pretty(jsonb)
  jsonb_set(jsonb, path, value) jsonb_typeof(jsonb) least(value, …) left(text, n) length(text) lpad(text, length, fill)
  make_date(year, month, day) make_interval(years, months, weeks, days) md5(text) mode() mod(number, divisor) now()
  percentile_cont(fraction) percentile_disc(fraction) position(substring IN text) random() regexp_match(text, pattern, flags)
  regexp_matches(text, pattern, flags) regexp_replace(text, pattern, replacement, flags) regexp_split_to_table(text, pattern)
  right(text, n) rpad(text, length, fill) split_part(text, delimiter, n) stddev(expression) string_agg(expression, delimiter)
  string_to_array(text, delimiter) strpos(text, substring) substring(text, start, count) to_char(value, format)
  to_date(text, format) to_jsonb(value) to_number(text, format) to_timestamp(seconds) trunc(number, digits) unnest(array)
  variance(expression) width_bucket(operand, low, high, count)`

const mysql = `
  any_value(expression) char_length(text) concat_ws(separator, text, …) convert_tz(datetime, from, to) curdate() date(expression)
  date_add(date, INTERVAL value unit) date_format(date, format) date_sub(date, INTERVAL value unit) datediff(date, date)
  day(date) dayname(date) dayofweek(date) field(value, value, …) find_in_set(text, list) format(number, digits)
  from_unixtime(seconds, format) greatest(value, …) group_concat(expression) hour(time) if(condition, then, else)
  ifnull(value, other) instr(text, substring) json_arrayagg(expression) json_contains(json, candidate, path)
  json_extract(json, path, …) json_length(json) json_object(key, value, …) json_objectagg(key, value) json_unquote(json)
  json_value(json, path) last_day(date) least(value, …) left(text, n) locate(substring, text) lpad(text, length, fill) minute(time)
  mod(number, divisor) month(date) now() quarter(date) rand() regexp_like(text, pattern) regexp_replace(text, pattern, replacement)
  regexp_substr(text, pattern) right(text, n) std(expression) str_to_date(text, format) substring(text, start, length)
  substring_index(text, delimiter, count) time_to_sec(time) timestampdiff(unit, from, to) truncate(number, digits)
  unix_timestamp(date) utc_timestamp() week(date, mode) weekday(date) year(date) yearweek(date, mode)`

const sqlite = `
  char(code, …) date(value, modifier, …) datetime(value, modifier, …) format(pattern, value, …) glob(pattern, text)
  group_concat(expression, separator) ifnull(value, other) iif(condition, then, else) instr(text, substring) json_array_length(json)
  json_each(json) json_extract(json, path, …) json_group_array(expression) json_group_object(key, value) json_object(key, value, …)
  julianday(value) length(text) printf(pattern, value, …) random() strftime(format, value, modifier, …) substr(text, start, length)
  time(value, modifier, …) total(expression) typeof(value) unixepoch(value)`

const duckdb = `
  age(timestamp, timestamp) any_value(expression) approx_count_distinct(expression) approx_quantile(expression, fraction)
  arg_max(value, by) arg_min(value, by) array_agg(expression) bool_and(expression) bool_or(expression) contains(text, substring)
  corr(y, x) count_if(condition) date_diff(part, start, end) date_part(part, source) date_sub(part, start, end)
  date_trunc(part, source) dayname(date) epoch(timestamp) epoch_ms(milliseconds) format(pattern, value, …)
  generate_series(start, stop, step) greatest(value, …) histogram(expression) if(condition, then, else) ifnull(value, other)
  json_extract(json, path) json_extract_string(json, path) last_day(date) least(value, …) left(text, n) len(value) length(text)
  list(expression) list_aggregate(list, name) list_contains(list, element) list_filter(list, lambda) list_sort(list)
  list_transform(list, lambda) lpad(text, length, fill) make_date(year, month, day) median(expression) mode(expression)
  monthname(date) now() quantile_cont(expression, fraction) quantile_disc(expression, fraction) random() range(start, stop, step)
  read_csv(path) read_json(path) read_parquet(path) regexp_extract(text, pattern, group) regexp_matches(text, pattern)
  regexp_replace(text, pattern, replacement, options) right(text, n) split_part(text, separator, n) stddev(expression)
  strftime(timestamp, format) string_agg(expression, separator) string_split(text, separator) strptime(text, format)
  struct_pack(name := value, …) substring(text, start, length) time_bucket(width, timestamp, origin) to_timestamp(seconds)
  trunc(number) try_cast(value AS type) unnest(list) variance(expression)`

const clickhouse = `
  any(expression) argMax(value, by) argMin(value, by) arrayElement(array, n) arrayFilter(lambda, array) arrayJoin(array)
  arrayMap(lambda, array) avgIf(expression, condition) countIf(condition) dateDiff(unit, start, end) dateTrunc(unit, value, zone)
  empty(value) extract(text, pattern) formatDateTime(time, format, zone) formatReadableSize(bytes) fromUnixTimestamp(seconds)
  greatest(value, …) groupArray(expression) groupUniqArray(expression) has(array, element) if(condition, then, else)
  ifNull(value, other) JSONExtract(json, path, type) JSONExtractString(json, path) least(value, …) length(value) match(text, pattern)
  median(expression) multiIf(condition, then, …, else) now() parseDateTimeBestEffort(text, zone) position(text, substring)
  quantile(level)(expression) quantiles(level, …)(expression) replaceRegexpAll(text, pattern, replacement)
  runningDifference(expression) splitByChar(separator, text) substring(text, offset, length) sumIf(expression, condition)
  toDate(value) toDateTime(value, zone) toDayOfWeek(date) toHour(time) toInt64(value) toFloat64(value) toMonth(date)
  toStartOfDay(time) toStartOfHour(time) toStartOfInterval(time, INTERVAL value unit) toStartOfMonth(date) toStartOfWeek(date, mode)
  toString(value) today() toYYYYMM(date) toYear(date) topK(n)(expression) uniq(expression) uniqExact(expression) yesterday()`

const bigquery = `
  any_value(expression) approx_count_distinct(expression) approx_quantiles(expression, number) array_agg(expression)
  array_length(array) array_to_string(array, delimiter) countif(condition) date(value, zone) date_add(date, INTERVAL value part)
  date_diff(end, start, part) date_sub(date, INTERVAL value part) date_trunc(date, part) datetime(value, zone)
  format_date(format, date) format_timestamp(format, timestamp, zone) generate_array(start, end, step)
  generate_date_array(start, end, INTERVAL value part) greatest(value, …) if(condition, then, else) ifnull(value, other)
  json_extract_scalar(json, path) json_value(json, path) least(value, …) length(text) logical_and(expression) logical_or(expression)
  parse_date(format, text) parse_timestamp(format, text, zone) percentile_cont(value, fraction) regexp_contains(text, pattern)
  regexp_extract(text, pattern) regexp_replace(text, pattern, replacement) safe_cast(value AS type) safe_divide(x, y)
  split(text, delimiter) starts_with(text, prefix) string_agg(expression, delimiter) strpos(text, substring)
  substr(text, start, length) timestamp(value, zone) timestamp_add(timestamp, INTERVAL value part)
  timestamp_diff(end, start, part) timestamp_seconds(seconds) timestamp_trunc(timestamp, part, zone) to_json_string(value)
  unnest(array)`

const snowflake = `
  any_value(expression) approx_count_distinct(expression) array_agg(expression) array_size(array) charindex(substring, text)
  contains(text, substring) convert_timezone(from, to, timestamp) count_if(condition) current_timestamp() date_part(part, date)
  date_trunc(part, date) dateadd(part, value, date) datediff(part, start, end) dayname(date) decode(value, search, result, …)
  div0(dividend, divisor) equal_null(value, other) flatten(input => value) get_path(variant, path) greatest(value, …)
  iff(condition, then, else) ifnull(value, other) last_day(date, part) least(value, …) left(text, n) length(text)
  listagg(expression, delimiter) median(expression) monthname(date) nvl(value, other) object_construct(key, value, …)
  parse_json(text) percentile_cont(fraction) ratio_to_report(value) regexp_like(text, pattern)
  regexp_replace(text, pattern, replacement) regexp_substr(text, pattern) right(text, n) split_part(text, delimiter, n)
  startswith(text, prefix) substr(text, start, length) to_char(value, format) to_date(value, format) to_number(value)
  to_timestamp(value, format) to_variant(value) try_cast(value AS type) try_to_date(text, format) try_to_number(text)
  zeroifnull(number)`

const trino = `
  approx_distinct(expression) approx_percentile(expression, fraction) arbitrary(expression) array_agg(expression)
  array_join(array, delimiter) at_timezone(timestamp, zone) bool_and(expression) bool_or(expression) cardinality(array)
  concat_ws(separator, text, …) contains(array, element) count_if(condition) date(value)
  date_add(unit, value, timestamp) date_diff(unit, start, end) date_format(timestamp, format) date_parse(text, format)
  date_trunc(unit, timestamp) day_of_week(date) element_at(array, n) filter(array, lambda) format_datetime(timestamp, format)
  from_iso8601_timestamp(text) from_unixtime(seconds, zone) greatest(value, …) if(condition, then, else)
  json_extract(json, path) json_extract_scalar(json, path) json_parse(text) least(value, …) length(text) listagg(expression, separator)
  map_agg(key, value) max_by(value, by) min_by(value, by) now() parse_datetime(text, format) regexp_extract(text, pattern, group)
  regexp_like(text, pattern) regexp_replace(text, pattern, replacement) sequence(start, stop, step) split(text, delimiter)
  split_part(text, delimiter, n) strpos(text, substring) substr(text, start, length) to_unixtime(timestamp)
  transform(array, lambda) try(expression) try_cast(value AS type) unnest(array)`

const transactsql = `
  charindex(substring, text, start) choose(n, value, …) concat_ws(separator, text, …) convert(type, value, style)
  count_big(*) dateadd(part, number, date) datediff(part, start, end) datediff_big(part, start, end) datefromparts(year, month, day)
  datename(part, date) datepart(part, date) datetrunc(part, date) day(date) eomonth(date, months) format(value, format, culture)
  getdate() getutcdate() iif(condition, then, else) isnull(value, other) json_query(json, path) json_value(json, path)
  left(text, n) len(text) month(date) newid() openjson(json, path) patindex(pattern, text) percentile_cont(fraction)
  right(text, n) stdev(expression) string_agg(expression, separator) string_split(text, separator) stuff(text, start, length, other)
  substring(text, start, length) switchoffset(time, offset) sysdatetime() sysdatetimeoffset() try_cast(value AS type)
  try_convert(type, value, style) year(date)`

const functionsByDialect: Record<string, string> = {
  postgresql,
  mysql,
  mariadb: mysql,
  sqlite,
  duckdb,
  clickhouse,
  bigquery,
  snowflake,
  trino,
  transactsql,
}

const FUNCTION = /([A-Za-z]\w*)(\([^)]*\)(?:\([^)]*\))?)/g

/** By dialect; parsed when a dialect is first used. */
const parsed = new Map<string, readonly SqlFunction[]>()

/** The functions of a dialect, by name; those of all dialects for one without a list. */
export function functionsOf(dialect: string): readonly SqlFunction[] {
  const known = parsed.get(dialect)
  if (known !== undefined) return known
  const listed = `${common} ${functionsByDialect[dialect] ?? ''}`
  const functions = [...listed.matchAll(FUNCTION)]
    .map(([, name = '', signature = '']): SqlFunction => ({ name, signature }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  parsed.set(dialect, functions)
  return functions
}
