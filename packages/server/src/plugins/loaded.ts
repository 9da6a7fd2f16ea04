import { pluginFolder } from '../platform/settings/networks-and-folders.ts'
import { loadPlugins } from './load.ts'

/**
 * The plug-ins of this process. The registries of types are constants that every part of the server imports, so the plug-ins load
 * with them, and their one setting is read here instead of with the others.
 */
export const loadedPlugins = await loadPlugins(pluginFolder(process.env))
