import { mysql } from '../mysql-wire/flavour.ts'
import { certificateFiles, MysqlOptions } from '../mysql-wire/options.ts'
import { defineMysqlSpeaker } from '../mysql-wire/speaker.ts'

/** MySQL and MariaDB. */
export default defineMysqlSpeaker({
  type: 'mysql',
  name: 'MySQL',
  dialect: 'mysql',
  guide: 'mysql',
  moduleUrl: import.meta.url,
  config: MysqlOptions,
  localFiles: certificateFiles,
  flavour: mysql,
  target: (config) => config,
})
