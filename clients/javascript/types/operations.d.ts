export namespace operations {
    const session: string;
    const message: string;
    const receipt: string;
    const groupReceipt: string;
    const conversation: string;
    const stream: string;
    const profile: string;
    const friend: string;
    const pendency: string;
    const blacklist: string;
    const friendGroup: string;
    const group: string;
    const channel: string;
    const broadcast: string;
    const userProfile: string;
    const subscription: string;
    const push: string;
}
