// @ts-check

/**
 * A destination that posts a line of text to a webhook.
 * @type {import('sightline/plugin').DestinationType}
 */
export const chatRoom = {
  type: 'template_chat_room',
  name: 'Chat room',
  logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v12H9l-5 4z"/></svg>',
  options: {
    // Whoever knows the URL can post there, so it is a secret.
    url: { type: 'string', title: 'Webhook URL', required: true, secret: true },
    room: { type: 'string', title: 'Room', default: 'general', keepsSecrets: true },
  },
  async send({ key, alert, subject, links }, { url, room }, out) {
    const text = `${subject ?? `${alert.name} is ${alert.state}.`} ${links.alert}`
    await out.post({ url: String(url), headers: { 'Idempotency-Key': key }, body: { room, text } })
  },
  async report({ key, object, link, text }, { url, room }, out) {
    await out.post({
      url: String(url),
      headers: { 'Idempotency-Key': key },
      body: { room, text: `${object.name}: ${link}\n${text}` },
    })
  },
}
