/** An event's discriminator by the IDL and its body by Anchor's own coder. */
export function encodeEvent(idl, coder, name, fields) {
  const { discriminator } = idl.events.find((one) => one.name === name)
  const layout = coder.types.typeLayouts.get(name)
  const room = Buffer.alloc(4_096)
  return Buffer.concat([Buffer.from(discriminator), room.subarray(0, layout.encode(fields, room))])
}
