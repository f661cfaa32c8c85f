/* loss_meter.c: see loss_meter.h. */
#include "lockstep/pace/loss_meter.h"

/* Counts one serial that leaves the window. */
static void count_serial(fs__loss_meter *meter, bool arrived)
{
    meter->loss -= meter->loss / FS__LOSS_MEMORY;
    if (!arrived)
        meter->loss += FS__LOSS_ONE / FS__LOSS_MEMORY;
}

static void advance_window(fs__loss_meter *meter, uint32_t by)
{
    for (uint32_t i = 0; i < by && i < FS__LOSS_MEMORY; i++) {
        count_serial(meter, meter->seen >> (FS__LOSS_WINDOW - 1) & 1);
        meter->seen <<= 1;
    }
}

void fs__loss_meter_add(fs__loss_meter *meter, uint16_t serial)
{
    if (!meter->started) {
        *meter = (fs__loss_meter){ .started = true, .newest = serial, .seen = UINT32_MAX };
        return;
    }
    uint16_t ahead = (uint16_t)(serial - meter->newest), behind = (uint16_t)(meter->newest - serial);
    if (ahead > 0 && ahead < 0x8000) {
        advance_window(meter, ahead);
        meter->newest = serial;
        meter->seen |= 1;
    } else if (behind < FS__LOSS_WINDOW)
        meter->seen |= UINT32_C(1) << behind;
}

uint8_t fs__loss_meter_share(const fs__loss_meter *meter)
{
    uint32_t share = (meter->loss * 255 + FS__LOSS_ONE / 2) / FS__LOSS_ONE;
    return (uint8_t)(share > 255 ? 255 : share);
}

uint32_t fs__loss_redundancy(uint8_t share)
{
    uint32_t n = 1;
    /* share^n < 1e-4 / 60, in 1/2^32: 7,158. */
    for (uint64_t lost = (uint64_t)share << 24; lost > 7158 && n < FS__MAX_REDUNDANCY; n++)
        lost = lost * share / 255;
    return n < 2 ? 2 : n;
}

bool fs__loss_sends_twice(uint8_t share)
{
    return share * 128u >= 255;
}
