/** Names are right in the end, however answers, events, own changes and lost connections cross. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { People } from "../../src/people.js";
import { Relations } from "../support/relations.js";
import { Rig } from "../support/rig.js";
import { seeded, seedsOf } from "../support/until.js";

process.env.MARTLET_TRIALS ??= "20";

const ids = ["bob", "carol", "dan", "erin"];

for (const seed of seedsOf("MARTLET_TRIALS")) {
    test(`names after 60 random steps, seed MARTLET_SEED=${seed}`, () => run(seed));
}

async function run(seed) {
    const random = seeded(seed);
    const rig = new Rig();
    const world = new Relations(rig, random);
    for (const id of ids) world.users.set(id, { nickname: id.toUpperCase(), ...(random.below(2) && { remark: "" }) });
    const people = new People(rig.client);
    rig.client.connect();
    await rig.clock.advance(1000);
    for (let step = 0; step < 60; step++) {
        doSomething(step, { rig, world, people, random });
        await rig.clock.advance(random.below(40));
    }
    await rig.clock.advance(120_000);
    people.look(ids);
    await rig.clock.advance(1000);
    const names = (name) => Object.fromEntries(ids.map((id) => [id, name(id)]));
    assert.deepEqual(names((id) => people.name(id)), names(world.shown));
    people.close();
    rig.client.disconnect();
}

function doSomething(step, { rig, world, people, random }) {
    const id = ids[random.below(ids.length)];
    const user = world.users.get(id);
    const name = `${id}${step % 7}`;
    const what = random.below(12);
    if (what < 3) people.look([id, ids[random.below(ids.length)]]);
    else if (what === 3) world.drop();
    else if (what === 4) rig.client.request("friend.modify", { userID: id, values: { remark: name } }).catch(() => {});
    else if (!user) {
        world.change(id, { nickname: name });
        world.write(id);
    } else if (what < 7) world.change(id, { ...user, nickname: name });
    else if (what < 9 && user.remark !== undefined) world.change(id, { ...user, remark: random.below(2) ? name : "" });
    else if (what < 11) world.change(id, user.remark === undefined ? { ...user, remark: "" } : { nickname: user.nickname });
    else if (user.remark !== undefined) world.change(id, undefined);
}
