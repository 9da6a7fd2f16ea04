import { registry } from '@sightline/domain/registry.ts'
import { pluginDestination } from '../plugins/destination.ts'
import { loadedPlugins } from '../plugins/loaded.ts'
import { mergeTypes } from '../plugins/merge.ts'
import asana from './asana/index.ts'
import chatwork from './chatwork/index.ts'
import datadog from './datadog/index.ts'
import discord from './discord/index.ts'
import email from './email/index.ts'
import hangoutsChat from './hangouts-chat/index.ts'
import mattermost from './mattermost/index.ts'
import microsoftTeams from './microsoft-teams/index.ts'
import pagerduty from './pagerduty/index.ts'
import slack from './slack/index.ts'
import webex from './webex/index.ts'
import webhook from './webhook/index.ts'

const builtIn = registry('Destination', [
  email,
  slack,
  webhook,
  discord,
  mattermost,
  chatwork,
  pagerduty,
  hangoutsChat,
  microsoftTeams,
  asana,
  webex,
  datadog,
])

const ofPlugins = loadedPlugins.plugins.flatMap(({ name, destinations: types }) =>
  types.map((type) => ({ plugin: name, type: pluginDestination(type) })),
)

/**
 * All types of alert destinations, in the order in which the UI offers them: those of plug-ins last. And a sentence about each that
 * was left out.
 */
export const { types: destinations, problems: destinationProblems } = mergeTypes('Destination', builtIn, ofPlugins)
