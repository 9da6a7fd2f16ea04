import { readFileSync } from 'node:fs'
import { mysql } from '../mysql-wire/flavour.ts'
import { MysqlOptions } from '../mysql-wire/options.ts'
import { defineMysqlSpeaker } from '../mysql-wire/speaker.ts'

/** MySQL and MariaDB. */
export default defineMysqlSpeaker({
  type: 'mysql',
  name: 'MySQL',
  dialect: 'mysql',
  logo: readFileSync(new URL('./logo.svg', import.meta.url), 'utf8'),
  config: MysqlOptions,
  annotates: true,
  flavour: mysql,
  target: (config) => config,
})
