// @ts-check
import { chatRoom } from './chat-room.js'
import { dotPlot } from './dot-plot.js'
import { numbers } from './numbers.js'

/** @type {import('sightline/plugin').Plugin} */
export default { dataSources: [numbers], destinations: [chatRoom], visualizations: [dotPlot] }
